import { request } from 'node:http';
import type { Reply } from '../api-client.ts';

/**
 * The answer to the head of a POST, of whose body nothing is sent: it says only how long that would be, in bytes. Whoever sent a large
 * one would perhaps see the connection broken in the place of an answer.
 */
export function announced(
  url: string,
  length: number,
  headers: Readonly<Record<string, string>>,
): Promise<Reply<unknown>> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', headers: { ...headers, 'content-length': length }, agent: false });
    call.once('error', reject);
    call.once('response', async (response) => {
      try {
        const text = (await response.setEncoding('utf8').toArray()).join('');
        const sent = new Headers({ 'content-type': response.headers['content-type'] ?? '' });
        resolve({ status: response.statusCode ?? 0, headers: sent, body: JSON.parse(text), text });
      } catch (reason) {
        reject(reason);
      }
      call.destroy();
    });
    call.flushHeaders();
  });
}
