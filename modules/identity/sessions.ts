import type { CommandContext, Commands } from '../kernel/commands.ts';
import { derivedId } from '../kernel/derived.ts';
import { Conflict } from '../kernel/errors.ts';
import { everyPage } from '../kernel/every-page.ts';
import { ExpiringCache } from '../kernel/expiring-cache.ts';
import type { ReadModels } from '../kernel/read-models.ts';
import type { InSession } from '../kernel/route.ts';
import { viewOf } from '../kernel/view.ts';
import { endSession } from './commands/end-session.ts';
import { proveSession } from './commands/prove-session.ts';
import { startSession } from './commands/start-session.ts';
import type { EndedBecause, ProvedBy } from './events.ts';
import { type SessionDocument, sessions } from './read-models/sessions.ts';
import type { Secrets } from './secrets.ts';
import { type Session, type StartedSession, session } from './session.ts';

const days = 24 * 60 * 60 * 1000;
/** How long a session may live, in milliseconds. Nothing prolongs it. */
const lifetime = 30 * days;
/** Sessions that this process knows to be over, and for how long, in milliseconds: longer than any token is good. */
const remembers = { sessions: 10_000, for: 60 * 60 * 1000 };

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

/** Keeps people signed in. */
export class Sessions {
  readonly #commands: Commands;
  readonly #secrets: Secrets;
  readonly #now: () => Date;
  readonly #view;
  readonly #over: ExpiringCache<true>;

  constructor(deps: { commands: Commands; readModels: ReadModels; secrets: Secrets; now: () => Date }) {
    this.#commands = deps.commands;
    this.#secrets = deps.secrets;
    this.#now = deps.now;
    this.#view = viewOf(deps.readModels, sessions);
    this.#over = new ExpiringCache({ capacity: remembers.sessions, now: deps.now });
  }

  /**
   * Starts a session; the same command again gives the same one.
   * @throws Conflict when the command's session is over already.
   */
  async start(holder: SessionHolder & SignedInWith, context: CommandContext): Promise<NewSession> {
    const { uid, accountId, by, browser } = holder;
    const token = this.#secrets.sessionToken(uid, context.commandId);
    const id = this.#secrets.sessionId(token);
    const now = this.#now();
    const startedAt = now.toISOString();
    const expiresAt = new Date(now.getTime() + lifetime).toISOString();
    const outcome = await this.#commands.execute(
      session,
      id,
      asHolder(context, uid),
      { type: 'StartSession', uid, accountId, startedAt, expiresAt, by, browser },
      startSession,
    );
    // A repeat is answered from what this process knows, and the session may have been ended through another.
    const state = outcome.repeated ? await this.#commands.load(session, id) : outcome.state;
    if (!this.#runs(state)) throw new Conflict('This Idempotency-Key was used before, for a session that is over.');
    return { sid: id, token, expiresAt: new Date(state.expiresAt), position: outcome.position };
  }

  /** Whose session it is; undefined when it never was, ended, or its time is over. */
  async holderOf(token: string): Promise<(SessionHolder & { readonly sid: string }) | undefined> {
    const sid = this.#secrets.sessionId(token);
    const state = await this.#commands.load(session, sid);
    return this.#runs(state) ? { uid: state.uid, accountId: state.accountId, sid } : undefined;
  }

  /**
   * A session as GETs show it; undefined when it does not run. One that GETs do not show may have begun a moment ago: the log
   * says it. That one ended in this process is known here before they show it.
   */
  async shown(sid: string): Promise<Pick<InSession, 'provedAt'> | undefined> {
    const document = await this.#view.get(sid);
    if (this.#over.get(sid)) return undefined;
    if (!document) return this.now(sid);
    return this.#isInTime(document) ? { provedAt: new Date(document.provedAt) } : undefined;
  }

  /** A session as the log has it at this moment; undefined when it does not run. */
  async now(sid: string): Promise<Pick<InSession, 'provedAt'> | undefined> {
    if (this.#over.get(sid)) return undefined;
    const state = await this.#commands.load(session, sid);
    if (state.status === 'ended') this.#isOver(sid);
    return this.#runs(state) ? { provedAt: new Date(state.provedAt) } : undefined;
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
    const sid = this.#secrets.sessionId(token);
    const state = await this.#commands.load(session, sid);
    const by = state.status === 'started' ? asHolder(context, state.uid) : context;
    return this.endOne(sid, 'signed-out', by);
  }

  /** Ends a session, if it runs. The position is 0 when there never was one. */
  async endOne(sid: string, because: EndedBecause, context: CommandContext): Promise<{ position: bigint }> {
    const outcome = await this.#commands.execute(session, sid, context, { type: 'EndSession', because }, endSession);
    if (outcome.state.status === 'ended') this.#isOver(sid);
    return outcome;
  }

  /**
   * Ends all sessions of a person, or all but one. The position is that of the last end; 0 when there was nothing to end.
   * Twice, with the same context, is once.
   */
  async endAllOf(
    uid: string,
    { except, because }: { except?: string; because: EndedBecause },
    context: CommandContext,
  ): Promise<{ position: bigint }> {
    let last = 0n;
    for (const { sid } of await this.listOf(uid)) {
      if (sid === except) continue;
      const { position } = await this.endOne(sid, because, oneOf(context, sid));
      if (position > last) last = position;
    }
    return { position: last };
  }

  /** Where somebody is signed in, the latest first. */
  async listOf(uid: string): Promise<SessionDocument[]> {
    const listed: SessionDocument[] = [];
    for await (const page of everyPage(this.#view.list, { index: 'uid', key: uid, order: 'descending' })) {
      listed.push(...page.filter((document) => this.#isInTime(document)));
    }
    return listed;
  }

  #isOver(sid: string): void {
    this.#over.set(sid, true, this.#now().getTime() + remembers.for);
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

/** Who signs in or out is nobody to http, and is known here: an auditor looks for what they did by their uid. */
function asHolder(context: CommandContext, uid: string): CommandContext {
  return { ...context, actor: { uid, role: 'user' } };
}
