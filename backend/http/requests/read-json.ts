import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import express from 'express';
import { Invalid } from '../../../modules/kernel/errors.ts';
import { holdsMoreThan } from './json-size.ts';

/** The types that are read here: nearly everybody writes one of these. */
const plainTypes = new Set(['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-8']);

/**
 * How many lists, objects and further values a body may have: a cart of 50 lines has 200. Without this, 100 kB of nothing but brackets keep the
 * event loop for 15 ms in JSON.parse, and an address that sends as many as it may call keeps everybody waiting.
 */
const mostValues = 1_000;

/** A body that is not what it says it is; http says it as 400. */
class MalformedBody extends Error {
  readonly status = 400;
}

/** A body in other letters than JSON has; http says it as 415. */
class OtherCharset extends Error {
  readonly status = 415;
}

class TooManyValues extends Invalid {
  constructor() {
    super(`The body has more than ${mostValues.toLocaleString('en')} values.`);
  }
}

/**
 * Whether a body is JSON as nearly everybody sends it: in UTF-8, as it is, and as long as it says, which is not too long. All others
 * are Express's parser's, which asks several modules what they make of a request.
 */
export function isPlainJson({ headers, readable }: IncomingMessage, limit: number): boolean {
  const length = Number(headers['content-length']);
  return (
    readable &&
    length > 0 &&
    length <= limit &&
    headers['transfer-encoding'] === undefined &&
    headers['content-encoding'] === undefined &&
    plainTypes.has(headers['content-type'] ?? '')
  );
}

/**
 * Reads such a body.
 * @throws MalformedBody for what is no JSON or no UTF-8, and when its sender hangs up before the end of it; TooManyValues.
 */
export async function readPlainJson(request: IncomingMessage): Promise<unknown> {
  // Mostly all of it has come with the head: then nothing has to be listened to.
  const isThere = request.complete && request.readableLength === Number(request.headers['content-length']);
  const text = textOf(isThere ? [request.read()] : await chunksOf(request));
  if (text === '') return {};
  checkValues(text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MalformedBody('The body is not JSON.', { cause });
  }
}

function chunksOf(request: IncomingMessage): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(chunks));
    request.once('close', () => {
      // It comes after the end, too, and what stands where an error was made is looked for when it is made.
      if (!request.readableEnded) reject(new MalformedBody('The caller has hung up.'));
    });
    request.once('error', (cause) => reject(new MalformedBody('The caller has hung up.', { cause })));
  });
}

/** Express's parser, for all other bodies of at most so many bytes. */
export const jsonParser = (limit: number) =>
  express.json({
    limit,
    strict: false,
    type: ['application/json', 'application/*+json'],
    verify: (_request, _response, bytes, encoding) => {
      // It would take UTF-16, UTF-32 and UTF-7, too, in which a mark of JSON is made of other bytes.
      if (encoding !== 'utf-8') throw new OtherCharset();
      checkUtf8(bytes);
      checkValues(bytes.toString());
    },
  });

function checkValues(text: string): void {
  if (holdsMoreThan(text, mostValues)) throw new TooManyValues();
}

/**
 * JSON is in UTF-8 (RFC 8259, 8.1). Bytes that are none would be kept as marks of replacement: what somebody wrote is lost, and two
 * passwords are one.
 */
function checkUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new MalformedBody('The body is not UTF-8.');
}

/** Without a byte order mark, which JSON does not know. */
function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks;
  const bytes = chunks.length === 1 && first ? first : Buffer.concat(chunks);
  checkUtf8(bytes);
  const text = bytes.toString();
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
