import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import express, { type Application } from 'express';
import { LRUCache } from 'lru-cache';
import type { CallIds } from './call-ids.ts';

/** A call of a route that came in: what it asks for, and where its answer goes. */
export type Call = {
  readonly ids: CallIds;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The values of `{name}` in the route's path, decoded. */
  readonly params: Readonly<Record<string, string | readonly string[]>>;
  /** The address without its query, as it came. */
  readonly pathname: string;
  /** The query as it came, without its question mark. */
  readonly search: string;
  /** Where it comes from, as far as proxies are believed, and over which connection. */
  readonly origin: { readonly ip: string | undefined; readonly socket: Socket };
  /** Headers of every answer that the response does not have yet: names and values in turn. */
  readonly always: readonly string[];
};

/** What Express reads a request's address, conditions and wishes from; the rest of a request they do not need. */
type Read = Partial<Pick<IncomingMessage, 'headers' | 'socket' | 'method'>> & {
  readonly app?: Application;
  readonly res?: { readonly statusCode: number; readonly get: (name: string) => string | undefined };
};

/**
 * Express's own reading of requests that did not go through its chain: what it says of them is what it would have said there.
 * Its request object, which costs more than all of these together, is not made for it.
 */
export function readByExpress<Name extends 'ip' | 'fresh'>(name: Name, request: Read): express.Request[Name] {
  return Reflect.get(express.request, name, request);
}

/** Whether a request's body says that it is JSON; null when there is no body, as Express has it. */
export function isJson(request: IncomingMessage): boolean {
  const types = ['application/json', 'application/*+json'];
  return (
    request.headers['content-type'] === 'application/json' || express.request.is.call(request as never, types) !== false
  );
}

/** What browsers and programs say of the encodings they take: a handful, over and over. */
const saidBefore = new LRUCache<string, boolean>({ max: 64 });

/** Whether who asks takes gzip. */
export function takesGzip(accepted: string): boolean {
  const known = saidBefore.get(accepted);
  if (known !== undefined) return known;
  const asked: Read = { headers: { 'accept-encoding': accepted } };
  const takes = express.request.acceptsEncodings.call(asked as never, 'gzip') !== false;
  saidBefore.set(accepted, takes);
  return takes;
}
