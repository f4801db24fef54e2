import type { IncomingMessage } from 'node:http';

/** What unpacks a body keeps of it to look back at, and its tables, in bytes (https://zlib.net/zlib_tech.html). */
const unpacking = 64 * 1_024;

/** How many bytes of a body, of which no more than `most` are taken, may be kept until its call is answered. */
export function bodyCost({ headers }: Pick<IncomingMessage, 'headers'>, most: number): number {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return most + unpacking;
  return headers['transfer-encoding'] === undefined ? Math.min(Number(headers['content-length'] ?? 0), most) : most;
}
