import type { CommandContext, Commands } from '../../kernel/commands.ts';
import { Bulkhead } from '../../kernel/concurrency/bulkhead.ts';
import { everyPage } from '../../kernel/documents/every-page.ts';
import { readAgain } from '../../kernel/documents/read-again.ts';
import { type View, viewOf } from '../../kernel/documents/view.ts';
import { derivedId } from '../../kernel/encoding/derived.ts';
import { Conflict, Unauthorized } from '../../kernel/errors.ts';
import type { ReadModels } from '../../kernel/read-models.ts';
import type { InSession } from '../../kernel/route.ts';
import { longestPage } from '../../kernel/wire/wire.ts';
import { endSession } from '../commands/end-session.ts';
import { proveSession } from '../commands/prove-session.ts';
import { startSession } from '../commands/start-session.ts';
import type { EndedBecause, ProvedBy, SessionEvent } from '../events.ts';
import { type SessionDocument, sessions } from '../read-models/sessions.ts';
import type { Secrets } from '../secrets.ts';
import { KnownEnds } from './known-ends.ts';
import { type Session, type StartedSession, session } from './session.ts';
import { sessionOver } from './session-ends.ts';
import { lifetime, mostSessions, ofAdmins } from './session-limits.ts';

/** Who a session is for, and which account it was started with. */
export type SessionHolder = { readonly uid: string; readonly accountId: string };

/** How somebody signed in: with what they proved who they are, and what they used, in plain words. */
export type SignedInWith = { readonly by: ProvedBy; readonly browser: string };

/** `sid` is what the session's stream is called: with it one cannot sign in. */
export type NewSession = {
  readonly sid: string;
  readonly token: string;
  readonly expiresAt: Date;
  readonly position: bigint;
};

/** Which of a person's sessions go on when the others end: one, those that were not started `before`, those in which they proved since then who they are. */
type Spared = { readonly except?: string; readonly before?: Date; readonly provedSince?: Date };

/** A session that runs. `isYoung`: it is not too old for an admin. */
export type LookedAt = Pick<InSession, 'provedAt'> & { readonly isYoung: boolean };

/** Keeps people signed in. */
export class Sessions {
  readonly #commands: Commands;
  readonly #secrets: Secrets;
  readonly #now: () => Date;
  readonly #view: View<SessionDocument>;
  readonly #ends: KnownEnds;
  readonly #caughtUp: () => Promise<unknown>;

  constructor(deps: {
    commands: Commands;
    readModels: ReadModels;
    secrets: Secrets;
    now: () => Date;
    caughtUp?: () => Promise<unknown>;
  }) {
    this.#commands = deps.commands;
    this.#secrets = deps.secrets;
    this.#now = deps.now;
    this.#caughtUp = deps.caughtUp ?? (async () => {});
    this.#view = viewOf(deps.readModels, sessions, readAgain(sessions.documentOf)); // With every call.
    this.#ends = new KnownEnds(deps.now);
  }

  /**
   * Starts a session; the same command again gives the same one.
   * @throws Conflict when the command's session is over already.
   */
  async start(holder: SessionHolder & SignedInWith, context: CommandContext): Promise<NewSession> {
    const { uid, accountId, by, browser } = holder;
    const id = this.#secrets.sessionId(uid, context.commandId);
    const now = this.#now();
    const startedAt = now.toISOString();
    const expiresAt = new Date(now.getTime() + lifetime).toISOString();
    const outcome = await this.#commands.execute(
      session,
      id,
      asHolder(context, uid),
      { type: 'StartSession', uid, accountId, startedAt, expiresAt, by, browser },
      startSession,
      { isNew: true },
    );
    // A repeat is answered from what this process knows, and the session may have been ended through another.
    const state = outcome.repeated ? await this.#commands.load(session, id) : outcome.state;
    if (!this.#runs(state)) throw new Conflict('This Idempotency-Key was used before, for a session that is over.');
    await this.#endOldest(uid, id, context);
    const token = this.#secrets.sessionToken(id, 0);
    return { sid: id, token, expiresAt: new Date(state.expiresAt), position: outcome.position };
  }

  /**
   * A session as the log has it, whole.
   * @throws Unauthorized when it never was or its time is over; SessionOver, which says why, when it was ended.
   */
  async running(sid: string): Promise<StartedSession> {
    const state = await this.#commands.load(session, sid);
    if (this.#runs(state)) return state;
    if (state.status === 'ended') throw sessionOver(state.because);
    throw new Unauthorized('Nobody is signed in.');
  }

  /**
   * A session as GETs show it; undefined when it does not run. One that GETs do not show may have begun a moment ago: the log
   * says it. That one ended in this process is known here before they show it.
   */
  async shown(sid: string): Promise<LookedAt | undefined> {
    const document = await this.#view.get(sid);
    if (this.#ends.has(sid)) return undefined;
    if (!document) return this.now(sid);
    return this.#isInTime(document) ? this.#lookedAt(document) : undefined;
  }

  /** A session as the log has it at this moment; undefined when it does not run. */
  async now(sid: string): Promise<LookedAt | undefined> {
    if (this.#ends.has(sid)) return undefined;
    const state = await this.#commands.load(session, sid);
    if (state.status === 'ended') this.#ends.add(sid);
    return this.#runs(state) ? this.#lookedAt(state) : undefined;
  }

  /**
   * Notes that somebody proved again, in their session, who they are.
   * @throws Unauthorized when it was ended.
   */
  prove(sid: string, by: ProvedBy, context: CommandContext): Promise<{ position: bigint }> {
    const command = { type: 'ProveSession', by, provedAt: this.#now().toISOString() } as const;
    return this.#commands.execute(session, sid, context, command, proveSession);
  }

  /** Ends the session of a token because its holder signed out, if it runs. The position is 0 when there never was one. */
  async end(token: string, context: CommandContext): Promise<{ position: bigint }> {
    const { sid } = this.#secrets.sessionIn(token) ?? {};
    if (sid === undefined) return { position: 0n };
    const state = await this.#ends.orHere(sid, this.#commands.load(session, sid));
    // Anybody can make up a token of before, and with it the name of a stream that would begin here.
    if (state.status === 'none') return { position: 0n };
    return this.endOne(sid, 'signed-out', asHolder(context, state.uid));
  }

  /**
   * Ends a session, if it runs. That it does not is nothing to keep under the caller's key: none begins again, and without this whoever
   * has an old cookie could write as often as they like. The position is 0 when there never was one.
   */
  async endOne(
    sid: string,
    because: EndedBecause,
    { keyedAs: _, ...context }: CommandContext,
  ): Promise<{ position: bigint; events: readonly SessionEvent[] }> {
    const ending = this.#commands.execute(session, sid, context, { type: 'EndSession', because }, endSession);
    const outcome = await this.#ends.orHere(sid, ending);
    if (outcome.state.status === 'ended') this.#ends.add(sid);
    return outcome;
  }

  /**
   * Ends all sessions of a person, or all but one, or those only that were started `before`, or in which nobody has `provedSince` who they are. The position is that of the last end; 0 when there was nothing to end.
   * Twice, with the same context, is once.
   */
  async endAllOf(
    uid: string,
    { because, ...which }: Spared & { because: EndedBecause },
    context: CommandContext,
  ): Promise<{ position: bigint }> {
    return this.endEach(await this.runningOf(uid, which), because, context);
  }

  /**
   * Ends sessions, also where one of them cannot be read. The position is that of the last end; 0 when there was nothing to end.
   * @throws SomeNotDone where one cannot be read
   */
  async endEach(
    sids: readonly string[],
    because: EndedBecause,
    context: CommandContext,
  ): Promise<{ position: bigint }> {
    let last = 0n;
    const bulkhead = new Bulkhead();
    for (const sid of sids) {
      const { position = last } = (await bulkhead.hold(this.endOne(sid, because, oneOf(context, sid)))) ?? {};
      if (position > last) last = position;
    }
    bulkhead.end();
    return { position: last };
  }

  /** The sessions of a person that were not ended, but for those that are spared. */
  async runningOf(uid: string, { except, before, provedSince }: Spared = {}): Promise<string[]> {
    // One that began a moment ago, at another node perhaps, is to be among them.
    await this.#caughtUp();
    const sids: string[] = [];
    for await (const page of everyPage(this.#view.list, { index: 'uid', key: uid, order: 'descending' })) {
      for (const { sid, startedAt, provedAt } of page) {
        const isSince = before !== undefined && new Date(startedAt) > before;
        const isProved = provedSince !== undefined && new Date(provedAt) >= provedSince;
        if (sid !== except && !isSince && !isProved) sids.push(sid);
      }
    }
    return sids;
  }

  /** Where somebody is signed in, the latest first. */
  async listOf(uid: string): Promise<{ documents: SessionDocument[]; asOf: bigint }> {
    const listed = { index: 'uid', key: uid, order: 'descending', limit: mostSessions } as const;
    const { documents, asOf } = await this.#view.list(listed);
    return { documents: documents.filter((document) => this.#isInTime(document)), asOf };
  }

  /** Nobody is signed in at so many places; without an end, who signs in by a script would have as many as they like. */
  async #endOldest(uid: string, newest: string, context: CommandContext): Promise<void> {
    // As GETs show them: the newest may not be among them yet.
    const tooMany = (await this.#view.count('uid', uid)) - mostSessions;
    if (tooMany < 1) return;
    const limit = Math.min(tooMany, longestPage);
    const { documents } = await this.#view.list({ index: 'uid', key: uid, order: 'ascending', limit });
    const sids = documents.map(({ sid }) => sid).filter((sid) => sid !== newest);
    // Nobody is kept from signing in since one of before cannot be read: at the next time the next oldest ends in its place.
    await new Bulkhead().hold(this.endEach(sids, 'too-many', asHolder(context, uid)));
  }

  #lookedAt({ provedAt, startedAt }: { readonly provedAt: string; readonly startedAt: string }): LookedAt {
    const isYoung = new Date(startedAt).getTime() + ofAdmins.lifetime > this.#now().getTime();
    return { provedAt: new Date(provedAt), isYoung };
  }

  #runs(state: Session): state is StartedSession {
    return state.status === 'started' && this.#isInTime(state);
  }

  #isInTime({ expiresAt }: { readonly expiresAt: string }): boolean {
    return new Date(expiresAt) > this.#now();
  }
}

/** The end of each is a command of its own, the same whenever this is done again. */
function oneOf(context: CommandContext, sid: string): CommandContext {
  return { ...context, commandId: derivedId('end-session', context.commandId, sid) };
}

/** Whoever signs in or out is nobody to http, and is known here: an auditor looks for what they did by their uid. */
function asHolder(context: CommandContext, uid: string): CommandContext {
  return { ...context, actor: { uid, role: 'user' } };
}
