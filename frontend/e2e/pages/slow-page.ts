import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** The shop behind a line on which a page stops in its middle. */
export type SlowPage = { readonly origin: string; readonly sendRest: () => void };

/**
 * Everything comes as the shop sends it, but the rest of a page comes when it is sent for.
 * @param from the text before which a page stops
 */
export async function slowPage(shop: string, from: string): Promise<SlowPage> {
  const rest = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    get(new URL(request.url ?? '/', shop), { headers }, async (answer) => {
      const head = [answer.statusCode ?? 502, answer.headers] as const;
      if (!/^text\/html/.test(answer.headers['content-type'] ?? '')) return answer.pipe(response.writeHead(...head));
      const page = Buffer.concat(await answer.toArray());
      const at = page.indexOf(from);
      // It would come whole, and nothing would be slow.
      if (at < 0) return response.destroy();
      response.writeHead(...head).write(page.subarray(0, at));
      await rest.promise;
      return response.end(page.subarray(at));
    }).on('error', () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    rest.resolve();
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sendRest: rest.resolve };
}
