import type { z } from 'zod';
import type { CommandContext } from './commands.ts';
import type { Placed } from './concurrency/few-at-once.ts';

/** Who somebody is, as the shop's own data has them at this moment. */
export type KnownUser = {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  readonly role: 'user' | 'admin';
};

/** The session in which a call is made, as its stream is called, and when somebody last proved in it who they are. */
export type InSession = { readonly sid: string; readonly provedAt: Date };

/** Who is calling, and in which session. */
export type Caller = KnownUser & InSession;

/** Who somebody is in the words of a token, whether or not the shop knows them, and the session that it was given in. */
export type Proven = {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  readonly sid: string;
};

/** Who somebody is, proved by an ID token of a session that runs. */
export type Identity = Proven & InSession;

/** What each way of access proves about the caller. */
type Access = {
  anyone: { caller?: undefined; identity?: undefined };
  user: { caller: Caller; identity?: undefined };
  admin: { caller: Caller; identity?: undefined };
  identity: { caller?: undefined; identity: Identity };
};

export type Chunk = string | Uint8Array;

/** What a handler answers with. */
export type Answer = {
  readonly status: number;
  readonly body?: unknown;
  /** The body as JSON text, when it is kept as that; a long one as its bytes in UTF-8. */
  readonly json?: string | Buffer;
  /** Whether `json` is a document byte for byte as it is kept: its ETag is a strong one then. */
  readonly isDocument?: true;
  /** In the place of a body: what is no JSON, such as `text/csv`, sent as it is made, or all there; of another type than text its bytes. */
  readonly text?: { readonly type: string; readonly chunks: Placed<Chunk> | readonly Chunk[] };
  /** A header that comes several times, as Set-Cookie may, has a list. */
  readonly headers?: { readonly [name: string]: string | readonly string[] };
  /** The position of the last event of a call that changed something: sent as Event-Position, and waited for. */
  readonly position?: bigint;
  /**
   * What the answer to a GET is true as of: all that happened up to this position is in it. Sent as Event-Position too, so
   * that whoever is told of changes knows which of two answers is the newer.
   */
  readonly asOf?: bigint;
};

/**
 * A request that has passed its schemas. Cookies, command and signal are made for whoever asks for them by name: a copy of the
 * request by `...` has none of them.
 */
export type RouteRequest<A extends keyof Access, Params, Query, Body> = Access[A] & {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The body as it came, for what is signed. */
  readonly rawBody: Buffer;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  /** None unless the route says that it is called by cookie. */
  readonly cookies: { readonly [name: string]: string | undefined };
  readonly command: CommandContext;
  /** Aborts with HungUp when the caller is gone, so that whoever waits for a place can give it back. */
  readonly signal: AbortSignal;
};

type Described = {
  readonly description: string;
  readonly schema?: z.ZodType;
  readonly example?: unknown;
  /** Of an answer that is sent as it is made (Answer.text), so that it has no ETag. */
  readonly type?: string;
};

export type RouteDefinition<A extends keyof Access, Params, Query, Body> = {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With `{name}` for parameters, as OpenAPI writes them. */
  readonly path: string;
  readonly access: A;
  readonly summary: string;
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /**
   * Fields of the body that must not go into the command's stored fingerprint. What of them is asked for, and does not only prove who
   * asks, a repeat is compared by in another way: a new password by the hash that was stored of it.
   */
  readonly secretFields?: readonly string[];
  /**
   * Default `json`. `raw`: the provider's signed messages, which are not parsed. `file`: what somebody uploads, which is not
   * parsed either, as `file` says.
   */
  readonly bodyAs?: 'json' | 'raw' | 'file';
  /** Of a call that takes a file: of which types, by name only, since what it is its content says; and how long it may be, in bytes. */
  readonly file?: { readonly types: readonly string[]; readonly longest: number };
  /**
   * Whether a cookie says who is calling, and its handler is given the cookies. Browsers send those along whoever asks, so
   * what such a call changes it changes for the shop's own pages only.
   */
  readonly byCookie?: true;
  /** Whether its answers say what they are true as of (`Answer.asOf`): calls that a live notice can change do. */
  readonly saysAsOf?: true;
  /** Whether its answers may say how many there are in all, of which they are a page (Total-Count). */
  readonly saysTotal?: true;
  /**
   * Whether its answers carry an ETag that the route makes itself, by which the next change can say what it rests on: a call that
   * changes something takes it as If-Match.
   */
  readonly isTagged?: true;
  /**
   * Whether it works out a password's hash (Argon2id), or proves by another secret who somebody is: guesses at it are
   * limited, by the account of the body's email or of the caller and by address. `true`: what is wrong counts (401, 403).
   * `each-time`: the call counts by address however it ends, since its answer tells something, as sign-up's does.
   * `sends-mail`: as that, and by account too, so that nobody's mailbox is filled from everywhere; of whoever is known by who they are.
   */
  readonly costsPassword?: true | 'each-time' | 'sends-mail';
  /**
   * Whether it wants a proof of who is calling that is still fresh (step-up; `proofMinutes`), since it gives money, accounts or
   * data out of hand. Without one it is refused before anything happens.
   */
  readonly confirms?: true;
  /**
   * As how many changes a call counts of those that a person may make in a day; one, when left out. Several where one body asks for several; none
   * where somebody who may change nothing any more has to be able to do it.
   */
  readonly changes?: (body: Body) => number;
  readonly answers: { readonly [status: number]: Described };
  /** Told of somebody known who may not do this, before they are told so: for auditors. */
  readonly refused?: (attempt: {
    readonly params: Params;
    readonly caller: Caller;
    readonly command: CommandContext;
  }) => Promise<void>;
  readonly handle: (request: RouteRequest<A, Params, Query, Body>) => Promise<Answer>;
};

/** A route as http/ sees it: with the types of its input forgotten, which its own schemas check. */
export type Route = Omit<RouteDefinition<keyof Access, unknown, unknown, unknown>, 'handle'> & {
  readonly handle: (request: RouteRequest<keyof Access, unknown, unknown, unknown>) => Promise<Answer>;
};

/** Declares one call: its path, who may, what goes in and out. http/ serves it and the OpenAPI document tells of it. */
export function route<A extends keyof Access, Params = unknown, Query = unknown, Body = unknown>(
  definition: RouteDefinition<A, Params, Query, Body>,
): Route {
  // http/ calls `handle` only with what passed the same definition's access and schemas.
  return definition as unknown as Route;
}
