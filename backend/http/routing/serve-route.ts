import type { Socket } from 'node:net';
import { idleForIn } from '../../../modules/identity/sessions/idle-for.ts';
import type { ConcurrencyLimit } from '../../../modules/kernel/concurrency/concurrency-limit.ts';
import { Conflict, Refusal, Unauthorized } from '../../../modules/kernel/errors.ts';
import type { Answer, Caller, Route } from '../../../modules/kernel/route.ts';
import { addressGroup } from '../../limits/address-group.ts';
import type { Limits } from '../../limits/limits.ts';
import type { InFlight } from '../../runtime/concurrency/in-flight.ts';
import { FewEachRound } from '../../runtime/scheduling/few-each-round.ts';
import { noteReader } from '../../runtime/scheduling/round-share.ts';
import { attemptOf, type KnownBrowsers } from '../authentication/attempt-of.ts';
import { type Authentication, authenticate, OnlyForAdmins, whoSays } from '../authentication/authentication.ts';
import { checkFreshProof } from '../authentication/fresh-proof.ts';
import { commandContext } from '../idempotency/command-context.ts';
import { isVisit, leadTo, pageMeant } from '../pages/page-meant.ts';
import { inPlainWords } from '../requests/plain-words.ts';
import { queryParserOf } from '../requests/query-parser.ts';
import { type Reading, sentTo } from '../requests/read-sent.ts';
import { type Headers, sendHead, sendJson } from '../responses/send-json.ts';
import { sendText } from '../responses/send-text.ts';
import { Asked } from './asked.ts';
import type { Call } from './call.ts';
import { notFresh } from './not-fresh.ts';

export type Serving = Reading & {
  readonly authentication: Authentication;
  /** Resolves once GETs show what a call did, up to a position; to false when it takes too long. */
  readonly whenShown: (position: bigint, correlationId: string) => Promise<boolean>;
  /**
   * Resolves once GETs show what other processes on the same files, and nodes of other releases, have acknowledged, to false when that
   * takes too long; undefined when they do already. Whoever only reads need not wait for those who change something.
   */
  readonly whenFresh: (isChange: boolean) => Promise<boolean | undefined> | undefined;
  /** The position up to which GETs that begin now show everything. */
  readonly shownUpTo: () => bigint;
  /** Has what is read for one answer be of one build of each read model; left out where there is only one. */
  readonly reading?: <Result>(work: () => Result) => Result;
  readonly now: () => Date;
  readonly inFlight: InFlight;
  /** How many calls may be carried out at once. One begins to count when its body has come, so that nobody fills the places by being slow. */
  readonly calls: ConcurrencyLimit;
  /** How often somebody may call, and be wrong about a password. */
  readonly limits: Limits;
  readonly browsers: KnownBrowsers;
  /** Hears of every answer, which is in the memory until the socket has taken it. */
  readonly hold: (socket: Socket, bytes: number) => void;
  /** Known to all nodes of the shop and to nobody else. */
  readonly secret: Uint8Array;
};

/**
 * How many changes are begun, and how many answered, in one round of the event loop: with so many it takes a millisecond or
 * two. They come in droves, since all that wait for one commit are answered together; whoever reads gets in between. Answered a few at a
 * time, their clients' next ones come a few at a time, too. For all routes of the process, which has one event loop.
 */
const inDroves = { begun: new FewEachRound(24), answered: new FewEachRound(64, { whileRead: 16 }) };

/** Who calls, as far as it is known. */
type Known = Awaited<ReturnType<typeof authenticate>>;

/** Carries out a call of one route. Rejects with what is to be said of it. */
export type Carry = (call: Call) => Promise<void>;

export function carrierOf(route: Route, serving: Serving): Carry {
  const { bodyAs = 'json' } = route;
  const queryIn = queryParserOf(route);
  const isChange = route.method !== 'get';
  const sentWith = sentTo(route, serving);
  const page = pageMeant(route);
  const shop = { secret: serving.secret, groupOf: ({ origin }: Call) => serving.limits.addressKey(origin) };

  /** What a call asks for, as its schemas let it through. */
  function read(call: Call, { caller, identity, actor }: Known, sent: unknown) {
    const params = route.params?.parse(call.params, inPlainWords) ?? call.params;
    const query = queryIn(call.search);
    const body = route.body?.parse(sent ?? {}, inPlainWords);
    const asked = new Asked(route, call, { caller, identity, actor, params, query, body, sent }, shop);
    checkFreshProof(route, caller, serving.now());
    return { asked, body };
  }

  /** The body as it was sent may hold a hundred times what the schema lets through: nothing leads to it once this is over. */
  async function readChange(call: Call, who: Known) {
    const reading = async () => {
      const sent = await sentWith(call);
      if ('body' in call.request) call.request.body = undefined;
      const asked = read(call, who, sent);
      if (bodyAs === 'json') serving.holdBody(call.request.socket, 0);
      return asked;
    };
    return route.costsPassword ? serving.limits.reading(call.origin, who.caller?.uid, reading) : reading();
  }

  const carryOut = async (call: Call): Promise<void> => {
    if (!isChange) noteReader();
    const fresh = serving.whenFresh(isChange);
    if (fresh && (await fresh) === false && !isChange) throw notFresh();
    if (isChange) await inDroves.begun.turn(() => addressGroup(call.origin.ip));
    const shown = serving.shownUpTo(); // Before anything is read.
    const who = await whoCalls(route, call, serving);
    const { caller } = who;
    if (caller?.role === 'admin') {
      // What does not come from our pages is asked for by somebody.
      void serving.authentication.noteAct(caller.sid, idleForIn(call.request.headers['idle-for']) ?? 0);
    }
    const { asked, body } = isChange ? await readChange(call, who) : read(call, who, undefined);
    const changes = changesOf(route, { caller, body });
    if (caller && changes > 0) await serving.limits.mayChange(caller.uid);
    // The schemas of the same route have made it what its handler is declared with.
    const handling = () => route.handle(asked as Parameters<Route['handle']>[0]);
    const { reading } = serving;
    const noteChange = async () => caller && changes > 0 && serving.limits.noteChange(caller.uid, changes);
    const changing = () =>
      handling().catch(async (reason: unknown) => {
        if (mayHaveChanged(reason)) await noteChange();
        throw reason;
      });
    const handle = changes > 0 ? changing : !isChange && reading ? () => reading(handling) : handling;
    let isApplied = true;
    const untilShown = async (answer: Answer) => {
      if (answer.position !== undefined) await noteChange();
      if (answer.position !== undefined) {
        isApplied = await serving.whenShown(answer.position, call.ids.correlation);
      }
      return answer;
    };
    const inOneTurn = async () => untilShown(await handle());
    /** Whoever waits for a password's hash takes no place from those who do not. */
    const inTurn = async () => {
      const attempt = await attemptOf(route, call, { body, caller, signal: asked.signal }, serving);
      return untilShown(await serving.limits.attempts.run(attempt, () => serving.calls.run(handle)));
    };
    // What the provider says is not counted: calls that are may be waiting for it.
    const answer = await (route.costsPassword
      ? inTurn()
      : bodyAs === 'raw'
        ? inOneTurn()
        : serving.calls.run(inOneTurn));
    if (isChange) await inDroves.answered.turn();
    await send(call, answer, { shown, isApplied });
  };

  /** Says what came of a call. */
  async function send(
    { request, response, always }: Call,
    { status, json, body, text: long, position, asOf, isDocument, headers: own }: Answer,
    { shown, isApplied }: { shown: bigint; isApplied: boolean },
  ): Promise<void> {
    // At 0 there is no event: nothing was done, where nothing had been.
    const upTo = asOf === undefined ? position || undefined : asOf > shown ? asOf : shown;
    const headers: Headers = {
      ...(upTo !== undefined && { 'Event-Position': upTo.toString() }),
      ...(!isApplied && { 'Event-Applied': 'false' }),
      'Cache-Control': isPersonal(route) ? 'no-store' : 'no-cache',
      ...own,
    };
    if (long) return sendText(response, long, { status, headers, always });
    const text = json ?? (body === undefined ? undefined : JSON.stringify(body));
    if (text === undefined) return sendHead(response, { status, headers, always });
    serving.hold(request.socket, text.length);
    await sendJson(response, text, { status, headers, always, isDocument, isPublic: !isPersonal(route) });
  }

  return (call) =>
    serving.inFlight.run(async () => (page !== undefined && isVisit(call) ? leadTo(page, call) : carryOut(call)));
}

/** Whether its answer is for one person, or of what one person did. */
function isPersonal({ method, access, byCookie }: Route): boolean {
  return method !== 'get' || access !== 'anyone' || byCookie === true;
}

/**
 * Who is calling. Their call is counted: by whoever is known, else by where it comes from. What costs a password is counted by
 * itself once it is read, and where it cannot be read then; what the provider says is not.
 */
async function whoCalls(route: Route, call: Call, { limits, authentication, secret }: Serving): Promise<Known> {
  const { authorization } = call.request.headers;
  const isCounted = route.bodyAs !== 'raw' && !route.costsPassword;
  if (route.access === 'anyone' && isCounted) {
    const uid = await whoSays(authorization, authentication);
    await (uid === undefined ? limits.callFrom(call.origin) : limits.callBy(uid));
  }
  try {
    const known = await authenticate(route.access, authorization, authentication);
    const uid = (known.caller ?? known.identity)?.uid;
    if (uid !== undefined && isCounted) await limits.callBy(uid);
    return known;
  } catch (reason) {
    if (reason instanceof OnlyForAdmins) await limits.callBy(reason.caller.uid);
    else if (reason instanceof Unauthorized) await limits.callFrom(call.origin);
    return refused(route, call, reason, secret);
  }
}

/**
 * As how many changes a call counts of what a person may change in a day. None: of whoever looks after the shop, who has a thousand products and
 * is trusted with more; of what enters or proves something by a password, which has its own bounds; and of what ends a session or takes a
 * way to sign in away, so that nobody who has used up the day of an account keeps its owner from that.
 */
function changesOf(
  { method, access, costsPassword, changes }: Route,
  { caller, body }: { caller: Caller | undefined; body: unknown },
): number {
  const isOwn = costsPassword !== undefined && costsPassword !== 'sends-mail';
  if (method === 'get' || access === 'identity' || isOwn || !caller || caller.role === 'admin') return 0;
  return changes?.(body) ?? 1;
}

/**
 * Whether some of a call may have been written before it failed: of one of fifty orders each says so in its stream, and then the provider does
 * not take it. What is refused for what it says is refused before.
 */
function mayHaveChanged(reason: unknown): boolean {
  return reason instanceof Conflict || !(reason instanceof Refusal);
}

/** Tells the route of who may not call it, if it wants to know; then throws the refusal. */
async function refused(route: Route, call: Call, reason: unknown, secret: Uint8Array): Promise<never> {
  if (route.refused && reason instanceof OnlyForAdmins) {
    const { caller } = reason;
    const payload = { call: `${call.request.method} ${route.path}`, body: undefined, query: undefined };
    const command = commandContext({}, { uid: caller.uid, role: caller.role }, payload, {
      secret,
      correlationId: call.ids.correlation,
    });
    const params = route.params?.parse(call.params, inPlainWords) ?? call.params;
    await route.refused({ params, caller, command });
  }
  throw reason;
}
