import type { Socket } from 'node:net';
import { parseCookie } from 'cookie';
import express, { type Request, type Response, Router } from 'express';
import { idleForIn } from '../../modules/identity/idle-for.ts';
import type { CommandContext } from '../../modules/kernel/commands.ts';
import type { ConcurrencyLimit } from '../../modules/kernel/concurrency-limit.ts';
import { Unauthorized } from '../../modules/kernel/errors.ts';
import type { Answer, Route } from '../../modules/kernel/route.ts';
import type { Limits } from '../limits/limits.ts';
import { attemptOf, type KnownBrowsers } from './attempt-of.ts';
import { type Authentication, authenticate, OnlyForAdmins, whoSays } from './authentication.ts';
import { commandContext } from './command-context.ts';
import { checkFreshProof } from './fresh-proof.ts';
import { hangUpOf } from './hang-up.ts';
import type { InFlight } from './in-flight.ts';
import { checkOwnPage } from './own-pages.ts';
import { inPlainWords } from './plain-words.ts';
import { problemOf } from './problem.ts';
import { readBody } from './read-body.ts';
import { sendJson } from './send-json.ts';

export type Serving = {
  readonly authentication: Authentication;
  /** Resolves once GETs show what happened up to a position; to false when it takes too long. */
  readonly whenShown: (position: bigint) => Promise<boolean>;
  /**
   * Resolves once GETs show what other processes on the same files have acknowledged, or when that takes too long; undefined
   * when they do already.
   */
  readonly whenFresh: () => Promise<boolean> | undefined;
  /** The position up to which GETs that begin now show everything. */
  readonly shownUpTo: () => bigint;
  readonly now: () => Date;
  readonly inFlight: InFlight;
  /** How many calls may be carried out at once. One begins to count when its body has come, so that nobody fills the places by being slow. */
  readonly calls: ConcurrencyLimit;
  /** How often somebody may call, and be wrong about a password. */
  readonly limits: Limits;
  readonly browsers: KnownBrowsers;
  /** Hears of every answer, which is in the memory until the socket has taken it. */
  readonly hold: (socket: Socket, bytes: number) => void;
  /** Where people reach the shop. */
  readonly publicUrl?: string;
  /** Known to all nodes of the shop and to nobody else. */
  readonly secret: Uint8Array;
};

/** How long a body may be, in bytes; what the provider signs may be longer. */
const longest = { json: 100 * 1_024, raw: 1_024 * 1_024 };
const parsers = {
  json: express.json({ limit: longest.json, strict: false, type: ['application/json', 'application/*+json'] }),
  raw: express.raw({ limit: longest.raw, type: () => true }),
};

/** An express router that serves the modules' routes. */
export function serveRoutes(routes: readonly Route[], serving: Serving): Router {
  const router = Router({ caseSensitive: true });
  for (const route of routes) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const handle = handlerOf(route, serving);
    router[route.method](path, (request, response) => serving.inFlight.run(() => handle(request, response)));
  }
  return router;
}

function handlerOf(route: Route, serving: Serving) {
  const { bodyAs = 'json' } = route;

  return async (request: Request, response: Response): Promise<void> => {
    const fresh = serving.whenFresh();
    if (fresh) await fresh;
    const shown = serving.shownUpTo(); // Before anything is read.
    const { caller, identity, actor } = await whoCalls(route, request, serving);
    if (caller?.role === 'admin') {
      // What does not come from our pages is asked for by somebody.
      void serving.authentication.noteAct(caller.sid, idleForIn(request.headers['idle-for']) ?? 0);
    }
    if (route.method !== 'get') {
      if (route.byCookie) checkOwnPage(request.headers, serving.publicUrl);
      if (bodyAs === 'json' && hasOtherBody(request)) {
        response.status(415).type('application/problem+json').send(problemOf(415, 'The body must be JSON.'));
        return;
      }
      await readBody(parsers[bodyAs], longest[bodyAs], request, response);
    }
    const params = route.params?.parse(request.params, inPlainWords) ?? request.params;
    const query = route.query?.parse(request.query, inPlainWords) ?? {};
    const body = route.body?.parse(request.body ?? {}, inPlainWords);
    const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    request.body = undefined; // It may hold a hundred times what the schema lets through, for as long as the call takes.
    checkFreshProof(route, caller, serving.now());
    const input = { params, query, body, rawBody, headers: request.headers, caller, identity };
    let command: CommandContext | undefined;
    let signal: AbortSignal | undefined;
    const whileThere = () => {
      signal ??= hangUpOf(response);
      return signal;
    };
    const handle = () =>
      route.handle({
        ...input,
        cookies: route.byCookie ? parseCookie(request.headers.cookie ?? '') : {},
        get command() {
          const sent = without(body, route.secretFields);
          const payload = { call: `${request.method} ${request.path}`, body: sent, query };
          command ??= commandContext(request.headers, actor, payload, serving.secret);
          return command;
        },
        get signal() {
          return whileThere();
        },
      } as Parameters<Route['handle']>[0]);
    const untilShown = async (answer: Answer) => {
      if (answer.position !== undefined) {
        response.set('Event-Position', answer.position.toString());
        if (!(await serving.whenShown(answer.position))) response.set('Event-Applied', 'false');
      }
      return answer;
    };
    const carryOut = async () => untilShown(await handle());
    /** Who waits for a password's hash takes no place from those who do not. */
    const inTurn = async () => {
      const attempt = await attemptOf(route, request, { body, caller, signal: whileThere() }, serving);
      return untilShown(await serving.limits.attempts.run(attempt, () => serving.calls.run(handle)));
    };
    // What the provider says is not counted: calls that are may be waiting for it.
    const answer = await (route.costsPassword ? inTurn() : bodyAs === 'raw' ? carryOut() : serving.calls.run(carryOut));
    response.set('Cache-Control', isPersonal(route) ? 'no-store' : 'no-cache');
    if (answer.asOf !== undefined) {
      response.set('Event-Position', (answer.asOf > shown ? answer.asOf : shown).toString());
    }
    if (answer.headers) response.set(answer.headers);
    response.status(answer.status);
    const json = answer.json ?? (answer.body === undefined ? undefined : JSON.stringify(answer.body));
    if (json === undefined) return void response.end();
    serving.hold(request.socket, json.length);
    await sendJson(response, json);
  };
}

/** Whether its answer is for one person, or of what one person did. */
function isPersonal({ method, access, byCookie }: Route): boolean {
  return method !== 'get' || access !== 'anyone' || byCookie === true;
}

/**
 * Who is calling. Their call is counted: by who is known, else by where it comes from. What costs a password is counted by
 * itself, and what the provider says is not.
 */
async function whoCalls(route: Route, request: Request, { limits, authentication, secret }: Serving) {
  const isCounted = route.bodyAs !== 'raw' && !route.costsPassword;
  if (route.access === 'anyone' && isCounted) {
    const uid = await whoSays(request.headers.authorization, authentication);
    await (uid === undefined ? limits.callFrom(request) : limits.callBy(uid));
  }
  try {
    const known = await authenticate(route.access, request.headers.authorization, authentication);
    const uid = (known.caller ?? known.identity)?.uid;
    if (uid !== undefined && isCounted) await limits.callBy(uid);
    return known;
  } catch (reason) {
    if (reason instanceof OnlyForAdmins) await limits.callBy(reason.caller.uid);
    else if (reason instanceof Unauthorized) await limits.callFrom(request);
    return refused(route, request, reason, secret);
  }
}

/** Tells the route of who may not call it, if it wants to know; then throws the refusal. */
async function refused(route: Route, request: Request, reason: unknown, secret: Uint8Array): Promise<never> {
  if (route.refused && reason instanceof OnlyForAdmins) {
    const { caller } = reason;
    const payload = { call: `${request.method} ${route.path}`, body: undefined, query: undefined };
    const command = commandContext({}, { uid: caller.uid, role: caller.role }, payload, secret);
    const params = route.params?.parse(request.params, inPlainWords) ?? request.params;
    await route.refused({ params, caller, command });
  }
  throw reason;
}

/** Whether a body came that is not JSON. */
function hasOtherBody(request: Request): boolean {
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
  return hasBody && request.is(['application/json', 'application/*+json']) === false;
}

function without(body: unknown, fields: readonly string[] | undefined): unknown {
  if (!fields || body === null || typeof body !== 'object') return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)));
}
