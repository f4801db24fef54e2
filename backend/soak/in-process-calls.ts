import { randomUUID } from 'node:crypto';
import { derivedId, digest } from '../../modules/kernel/encoding/derived.ts';
import type { Actor } from '../../modules/kernel/event.ts';
import type { Answer, Caller, Identity, Route } from '../../modules/kernel/route.ts';
import { NearIds } from '../http/idempotency/near-ids.ts';

export type Asking = {
  readonly caller?: Caller;
  readonly identity?: Identity;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly rawBody?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** The same key is the same call. */
  readonly key?: string;
};

/** Answers a call of the API without HTTP: "POST /booking/{id}/refund". */
export type InProcessCalls = (call: string, asking?: Asking) => Promise<Answer>;

/**
 * What http/ does with a call once it knows who asks, without the sockets: the schemas, the handler, and the wait until
 * GETs show it. A million orders would otherwise be mostly HTTP.
 */
export function inProcessCalls(
  routes: readonly Route[],
  whenShown: (position: bigint) => Promise<boolean>,
): InProcessCalls {
  const byCall = new Map(routes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route]));
  const { signal } = new AbortController();
  const ids = new NearIds();

  return async (call, { caller, identity, params = {}, query = {}, body, rawBody, headers = {}, key } = {}) => {
    const route = byCall.get(call);
    if (!route) throw new Error(`There is no ${call}.`);
    const actor = actorOf(caller ?? identity);
    const keyedAs = key === undefined ? undefined : derivedId('command', actor.uid, key);
    const fingerprint = digest(call, JSON.stringify([params, query, body]));
    const answer = await route.handle({
      params: route.params?.parse(params) ?? params,
      query: route.query?.parse(query) ?? query,
      body: route.body?.parse(body ?? {}),
      rawBody: rawBody ?? Buffer.alloc(0),
      headers,
      cookies: {},
      command: {
        commandId: keyedAs ?? ids.next(),
        ...(keyedAs !== undefined && { keyedAs }),
        fingerprint,
        actor,
        correlationId: randomUUID(),
      },
      signal,
      caller,
      identity,
    } as Parameters<Route['handle']>[0]);
    if (answer.position !== undefined) await whenShown(answer.position);
    return answer;
  };
}

function actorOf(who: Caller | Identity | undefined): Actor {
  if (!who) return { uid: 'anonymous', role: 'anonymous' };
  return { uid: who.uid, role: 'role' in who ? who.role : 'user' };
}
