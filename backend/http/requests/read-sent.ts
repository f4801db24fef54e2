import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import express from 'express';
import type { Route } from '../../../modules/kernel/route.ts';
import { FewEachRound } from '../../runtime/scheduling/few-each-round.ts';
import { checkOwnPage } from '../authentication/own-pages.ts';
import { type Call, isJson } from '../routing/call.ts';
import { readBody } from './read-body.ts';
import { isPlainJson, jsonParser, readPlainJson } from './read-json.ts';

export type Reading = {
  /** Hears of how many bytes are kept of a body that is being read; of 0 once it was read and is kept no more. */
  readonly holdBody: (socket: Socket, bytes: number) => void;
  /** Where people reach the shop. */
  readonly publicUrl?: string;
};

/** How long a body may be, in bytes; what the provider signs may be longer. */
const longest = { json: 100 * 1_024, raw: 1_024 * 1_024 };
/** What unpacks a body keeps of it to look back at, and its tables, in bytes (https://zlib.net/zlib_tech.html). */
const unpacking = 64 * 1_024;
const parsers = {
  json: jsonParser(longest.json),
  // Byte for byte, since the signature is over that; whoever signs bodies compresses none.
  raw: express.raw({ limit: longest.raw, type: () => true, inflate: false }),
};

/** A signature over a long body takes up to 6 ms to look at, and anybody may send one, uncounted: one in each round. */
const longSigned = new FewEachRound(1);

/** The body says that it is something else; http says it as 415. */
export class NotJson extends Error {
  constructor() {
    super('The body must be JSON.');
  }
}

/** How a route's body is read, and how long it may be, in bytes. */
function readingOf({ bodyAs = 'json', file }: Route) {
  if (bodyAs !== 'file') return { parser: parsers[bodyAs], most: longest[bodyAs] };
  const most = file?.longest ?? longest.raw;
  return { parser: express.raw({ limit: most, type: () => true, inflate: false }), most };
}

/**
 * Reads what comes with the calls of a route that changes something, as its parser leaves it.
 * @throws NotJson; what a parser throws, and what refuses pages of other sites.
 */
export function sentTo(
  route: Route,
  { holdBody, publicUrl }: Reading,
): (call: Pick<Call, 'request' | 'response'>) => Promise<unknown> {
  const { bodyAs = 'json' } = route;
  const { parser, most } = readingOf(route);
  return async ({ request, response }) => {
    if (route.byCookie) checkOwnPage(request.headers, publicUrl);
    if (bodyAs === 'json' && hasOtherBody(request)) throw new NotJson();
    if (bodyAs === 'json' && isPacked(request)) holdBody(request.socket, longest.json + unpacking);
    const sent = await (bodyAs === 'json' && isPlainJson(request, longest.json)
      ? readPlainJson(request)
      : readBody(parser, most, request, response, (bytes) => holdBody(request.socket, bytes)));
    if (bodyAs === 'raw' && Buffer.isBuffer(sent) && sent.length > longest.json) await longSigned.turn();
    return sent;
  };
}

/** Whether it is compressed, and may become longer than what has arrived; of JSON alone, since nothing else is decompressed. */
function isPacked({ headers }: IncomingMessage): boolean {
  return (headers['content-encoding'] ?? 'identity') !== 'identity';
}

/** Whether a body came that is not JSON. */
function hasOtherBody(request: IncomingMessage): boolean {
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
  return hasBody && !isJson(request);
}
