import type { CommandContext, Commands } from '../kernel/commands.ts';
import { Conflict } from '../kernel/errors.ts';
import { endSession } from './commands/end-session.ts';
import { startSession } from './commands/start-session.ts';
import type { Secrets } from './secrets.ts';
import { type Session, session } from './session.ts';

const days = 24 * 60 * 60 * 1000;
/** How long a session may live, in milliseconds. Nothing prolongs it. */
const lifetime = 30 * days;

/** Who a session is for, and which account it was started with. */
export type SessionHolder = { readonly uid: string; readonly accountId: string };

/** `sid` is what the session's stream is called: with it one cannot sign in. */
export type StartedSession = {
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

  constructor(deps: { commands: Commands; secrets: Secrets; now: () => Date }) {
    this.#commands = deps.commands;
    this.#secrets = deps.secrets;
    this.#now = deps.now;
  }

  /**
   * Starts a session; the same command again gives the same one.
   * @throws Conflict when the command's session is over already.
   */
  async start({ uid, accountId }: SessionHolder, context: CommandContext): Promise<StartedSession> {
    const token = this.#secrets.sessionToken(uid, context.commandId);
    const id = this.#secrets.sessionId(token);
    const expiresAt = new Date(this.#now().getTime() + lifetime).toISOString();
    const outcome = await this.#commands.execute(
      session,
      id,
      asHolder(context, uid),
      { type: 'StartSession', uid, accountId, expiresAt },
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

  /** Whether a session was ended. That its time is over is not looked at: what was proved in it runs out by itself. */
  async isOver(sid: string): Promise<boolean> {
    return (await this.#commands.load(session, sid)).status === 'ended';
  }

  /** Ends the session, if it runs. The position is 0 when there never was one. */
  async end(token: string, context: CommandContext): Promise<{ position: bigint }> {
    const id = this.#secrets.sessionId(token);
    const state = await this.#commands.load(session, id);
    const by = state.status === 'started' ? asHolder(context, state.uid) : context;
    return this.#commands.execute(session, id, by, { type: 'EndSession' }, endSession);
  }

  #runs(state: Session): state is Extract<Session, { status: 'started' }> {
    return state.status === 'started' && new Date(state.expiresAt) > this.#now();
  }
}

/** Who signs in or out is nobody to http, and is known here: an auditor looks for what they did by their uid. */
function asHolder(context: CommandContext, uid: string): CommandContext {
  return { ...context, actor: { uid, role: 'user' } };
}
