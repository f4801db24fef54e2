import { hash } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { CommandContext } from '../../../modules/kernel/commands.ts';
import type { Actor } from '../../../modules/kernel/event.ts';
import type { Caller, Identity, Route } from '../../../modules/kernel/route.ts';
import { inGroup } from '../../runtime/concurrency/caller-group.ts';
import { commandContext } from '../idempotency/command-context.ts';
import type { Call } from './call.ts';
import { hangUpOf } from './hang-up.ts';

/** One for all: each ArrayBuffer of its own is work for the garbage collector, however short it is. */
const nothing = Buffer.alloc(0);

type Input = {
  readonly caller: Caller | undefined;
  readonly identity: Identity | undefined;
  readonly actor: Actor;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** The body as its parser left it. */
  readonly sent: unknown;
};

/**
 * What a route's handler is given. What few of them ask for is made when they do: by getters of the class. As getters of an
 * object literal each call would have a hidden class of its own, which holds on to all that the call brought until the next
 * major collection; the minor ones, which carry it along, then stop the process for tens of milliseconds.
 */
export class Asked {
  readonly caller: Caller | undefined;
  readonly identity: Identity | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly rawBody: Buffer;
  readonly headers: Call['request']['headers'];
  readonly #call: Call;
  readonly #route: Route;
  readonly #actor: Actor;
  readonly #secret: Uint8Array;
  readonly #groupOf: (call: Call) => string;
  #command: CommandContext | undefined;
  #signal: AbortSignal | undefined;

  /** @param shop.groupOf where a call comes from: by that its callers take turns at what takes long */
  constructor(
    route: Route,
    call: Call,
    { caller, identity, actor, params, query, body, sent }: Input,
    { secret, groupOf }: { readonly secret: Uint8Array; readonly groupOf: (call: Call) => string },
  ) {
    this.caller = caller;
    this.identity = identity;
    this.params = params;
    this.query = query;
    this.body = body;
    this.rawBody = Buffer.isBuffer(sent) ? sent : nothing;
    this.headers = call.request.headers;
    this.#call = call;
    this.#route = route;
    this.#actor = actor;
    this.#secret = secret;
    this.#groupOf = groupOf;
  }

  get cookies(): ReturnType<typeof parseCookie> {
    return this.#route.byCookie ? parseCookie(this.headers.cookie ?? '') : {};
  }

  get command(): CommandContext {
    if (!this.#command) {
      const { request, pathname, ids } = this.#call;
      const isFile = this.#route.bodyAs === 'file';
      const said = isFile ? hash('sha256', this.rawBody) : without(this.body, this.#route.secretFields);
      const payload = { call: `${request.method} ${pathname}`, body: said, query: this.query };
      this.#command = commandContext(request.headers, this.#actor, payload, {
        secret: this.#secret,
        correlationId: ids.correlation,
      });
    }
    return this.#command;
  }

  get signal(): AbortSignal {
    this.#signal ??= inGroup(hangUpOf(this.#call.response), this.#groupOf(this.#call));
    return this.#signal;
  }
}

function without(body: unknown, fields: readonly string[] | undefined): unknown {
  if (!fields || body === null || typeof body !== 'object') return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)));
}
