import type { ServerResponse } from 'node:http';
import { readByExpress, takesGzip } from '../routing/call.ts';
import { type PreparedAnswer, preparedAnswer } from './prepared-answer.ts';

/** Bytes from which an answer is compressed. */
const worthIt = 1_024;

/** One that comes several times, as Set-Cookie may, has a list. */
export type Headers = { readonly [name: string]: string | readonly string[] | undefined };

/** The head of an answer. */
export type Head = {
  readonly status: number;
  readonly headers?: Headers;
  /** Headers of every answer that the response does not have yet: names and values in turn. */
  readonly always?: readonly string[];
};

export type JsonHead = Head & {
  readonly type?: 'application/json' | 'application/problem+json';
  /** Whether it is the same for everybody who asks, and worth keeping as it goes out. */
  readonly isPublic?: boolean;
  /** Whether it is a document byte for byte, so that its ETag is a strong one. */
  readonly isDocument?: boolean;
};

/** Sends an answer that is a head alone. */
export function sendHead(response: ServerResponse, head: Head): void {
  const isEmpty = head.status === 204 || head.status === 304;
  response.writeHead(head.status, flat(head, isEmpty ? {} : { 'Content-Length': '0' }));
  response.end();
}

/**
 * Sends JSON: with 304 to whoever has it already, and compressed (RFC 9110, 8.4) to whoever asks for that, when it is long.
 *
 * What changes something is answered with tokens and secrets, and is never compressed: from how long it is, compressed
 * together with what somebody else has put into it, a secret could be guessed (BREACH). What is read holds none, and no
 * other site can have it asked for in somebody's name: the token goes in a header, which browsers do not send by
 * themselves. Such an answer of a few hundred bytes would gain nothing either.
 *
 * It is written in Node's own way, the whole head at once: Express's takes each header for itself, and hashes each body.
 */
export async function sendJson(response: ServerResponse, json: string | Buffer, head: JsonHead): Promise<void> {
  const { req: request } = response;
  const type = { 'Content-Type': `${head.type ?? 'application/json'}; charset=utf-8` };
  const answer = preparedAnswer(json, head.isPublic === true);
  if (request.method !== 'GET' && request.method !== 'HEAD') return write(response, head, type, answer.plain);
  const own = head.headers?.ETag;
  const etag = head.status === 200 ? (typeof own === 'string' ? own : etagOf(answer, head)) : undefined;
  const known = { ...(etag && { ETag: etag }), Vary: 'Accept-Encoding' };
  if (etag !== undefined && isKnown(response, etag))
    return sendHead(response, { ...head, status: 304, headers: { ...head.headers, ...known } });
  const accepted = request.headers['accept-encoding'];
  // Only to whoever says so: without the header, anything would be acceptable.
  const isWanted = answer.plain.length >= worthIt && accepted !== undefined && takesGzip(accepted);
  const compressed = isWanted ? await answer.compressed() : undefined;
  if (!compressed) return write(response, head, { ...type, ...known }, answer.plain);
  // Weak from here on: byte for byte it is another answer (RFC 9110, 8.8.1).
  const weak = etag && { ETag: etag.replace(/^(?!W\/)/, 'W/') };
  write(response, head, { ...type, ...known, ...weak, 'Content-Encoding': 'gzip' }, compressed);
}

function etagOf({ digest }: PreparedAnswer, { isDocument }: JsonHead): string {
  return isDocument ? `"${digest}"` : `W/"${digest}"`;
}

/**
 * Whether the caller says that they have this already (RFC 9110, 13.1.2). What they tell the caches on the way (Cache-Control: no-cache) does
 * not matter here, where Express would send it again: a fetch, in browsers and in Node, says that with each If-None-Match.
 */
function isKnown({ req: { headers, method } }: ServerResponse, etag: string): boolean {
  const known = headers['if-none-match'];
  if (known === undefined) return false;
  const res = { statusCode: 200, get: (name: string) => (name === 'ETag' ? etag : undefined) };
  return readByExpress('fresh', { headers: { 'if-none-match': known }, method, res });
}

function write(response: ServerResponse, head: Head, own: Headers, body: Buffer): void {
  if (response.destroyed) return; // Whoever asked has hung up while it was compressed.
  response.writeHead(head.status, flat(head, { ...own, 'Content-Length': String(body.length) }));
  if (response.req.method === 'HEAD') response.end();
  else response.end(body);
}

/** All headers as Node takes them at once: names and values in turn. */
export function flat({ always = [], headers }: Head, own: Headers): string[] {
  const all = [...always];
  for (const name in headers) if (!(name in own)) put(all, name, headers[name]);
  for (const name in own) put(all, name, own[name]);
  return all;
}

function put(all: string[], name: string, value: Headers[string]): void {
  if (typeof value === 'string') all.push(name, value);
  else for (const one of value ?? []) all.push(name, one);
}
