import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { flat, type Head } from './send-json.ts';

/**
 * Sends a text piece by piece, as it is made: no more of it than the socket takes. Of one that fails on the way whoever reads
 * it sees that it has no end.
 */
export async function sendText(
  response: ServerResponse,
  { type, chunks }: { readonly type: string; readonly chunks: AsyncIterable<string | Uint8Array> },
  head: Head,
): Promise<void> {
  response.writeHead(
    head.status,
    flat(head, { 'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type }),
  );
  const hungUp = new AbortController();
  response.once('close', () => hungUp.abort());
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) return;
      if (!response.write(chunk)) await once(response, 'drain', { signal: hungUp.signal });
    }
    response.end();
  } catch (reason) {
    response.destroy();
    if (!hungUp.signal.aborted) throw reason;
  }
}
