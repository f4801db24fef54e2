import type { IncomingMessage } from 'node:http';

/**
 * Whether a request says which host it is for, and no two of them (RFC 9112, 3.2); of HTTP/1.0 it need say none. Two are read as one with a
 * comma in it (boundedServer).
 */
export function saysItsHost({
  headers: { host },
  httpVersion,
}: Pick<IncomingMessage, 'headers' | 'httpVersion'>): boolean {
  return host === undefined ? httpVersion !== '1.1' : !host.includes(',');
}
