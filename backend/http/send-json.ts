import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { ConcurrencyLimit } from '../../modules/kernel/concurrency-limit.ts';

/** Bytes from which an answer is compressed. */
const worthIt = 1_024;

/** Level 1 takes a third of the default's time, and leaves hardly more; a stream of this size takes 128 kB as it works. */
const compress = (plain: Buffer) => promisify(gzip)(plain, { level: 1, windowBits: 14, memLevel: 7 });

/** The threads that compress are those that hash passwords and read files: some must be left. */
const compressing = new ConcurrencyLimit({
  atOnce: availableParallelism(),
  mostWaiting: Number.POSITIVE_INFINITY, // As many as there are calls, which are bounded.
  refusal: 'Too many answers are being compressed.',
});

/**
 * Sends JSON: with 304 to who has it already, and compressed (RFC 9110, 8.4) to who asks for that, when it is long.
 *
 * What changes something is answered with tokens and secrets, and is never compressed: from how long it is, compressed
 * together with what somebody else has put into it, a secret could be guessed (BREACH). What is read holds none, and no
 * other site can have it asked for in somebody's name: the token goes in a header, which browsers do not send by
 * themselves. Such an answer of a few hundred bytes would gain nothing either.
 */
export async function sendJson(
  response: Response,
  json: string | Buffer,
  type: 'application/json' | 'application/problem+json' = 'application/json',
): Promise<void> {
  const { req: request } = response;
  const plain = typeof json === 'string' ? Buffer.from(json) : json;
  response.set('Content-Type', `${type}; charset=utf-8`);
  if (request.method !== 'GET' && request.method !== 'HEAD') return void response.send(plain);
  response.vary('Accept-Encoding');
  if (response.statusCode === 200 && !response.get('ETag')) response.set('ETag', etagOf(plain));
  if (plain.length < worthIt || request.fresh || !isAskedFor(request)) return void response.send(plain);
  const compressed = await compressing.run(() => compress(plain));
  // Weak from here on: byte for byte it is another answer (RFC 9110, 8.8.1).
  const etag = response.get('ETag')?.replace(/^(?!W\/)/, 'W/');
  response.set({ 'Content-Encoding': 'gzip', ...(etag && { ETag: etag }) });
  response.send(compressed);
}

/** Only who says so: without the header, anything would be acceptable. */
function isAskedFor(request: Request): boolean {
  return request.headers['accept-encoding'] !== undefined && request.acceptsEncodings('gzip') !== false;
}

function etagOf(body: Buffer): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`;
}
