import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Chunk } from '../../../modules/kernel/route.ts';
import { flat, type Head } from './send-json.ts';

/** How long a piece may take until it has left, in milliseconds: whoever reads less of it keeps the place of others. */
export const longestPiece = 60_000;

/**
 * Sends a text piece by piece, as it is made: no more of it than the socket takes. Of one that fails on the way whoever reads
 * it sees that it has no end; of one that fails before its first piece they are told why.
 * @param patience milliseconds in which a piece has to be taken, or the connection ends
 */
export async function sendText(
  response: ServerResponse,
  { type, chunks }: { readonly type: string; readonly chunks: AsyncIterable<Chunk> | readonly Chunk[] },
  head: Head,
  patience = longestPiece,
): Promise<void> {
  const begin = () =>
    response.writeHead(
      head.status,
      flat(head, { 'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type }),
    );
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const taken = async () => {
    const tooSlow = setTimeout(() => gone.abort(), patience);
    await once(response, 'drain', { signal: gone.signal }).finally(() => clearTimeout(tooSlow));
  };
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) return;
      if (!response.headersSent) begin();
      if (!response.write(chunk)) await taken();
    }
    if (!response.headersSent) begin();
    response.end();
  } catch (reason) {
    if (!response.headersSent) throw reason;
    response.destroy();
    if (!gone.signal.aborted) throw reason;
  }
}
