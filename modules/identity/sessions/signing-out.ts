import type { CommandContext, Commands } from '../../kernel/commands.ts';
import { signOutOthers } from '../commands/sign-out-others.ts';
import type { EndedBecause } from '../events.ts';
import { session } from './session.ts';
import type { Sessions } from './sessions.ts';

/** Ends sessions because somebody says so in another one. Said again with the same context, it is the same end. */
export class SigningOut {
  readonly #commands: Commands;
  readonly #sessions: Sessions;

  constructor(deps: { commands: Commands; sessions: Sessions }) {
    this.#commands = deps.commands;
    this.#sessions = deps.sessions;
  }

  /** Ends one session of a person. @returns undefined when it is none of theirs, or was ended otherwise */
  async endOne(
    uid: string,
    { sid, because }: { sid: string; because: EndedBecause },
    context: CommandContext,
  ): Promise<{ position: bigint } | undefined> {
    const state = await this.#commands.load(session, sid);
    if (state.status === 'none' || state.uid !== uid) return undefined;
    const outcome = await this.#sessions.endOne(sid, because, context);
    return outcome.events.length > 0 ? outcome : undefined;
  }

  /**
   * Ends the sessions of a person that run at this moment, or all but one, and none that began since the first time that it ended any.
   * That there were none is not kept: it counts for no change, so that nothing would bound how often it is written.
   * @param saidIn the session in which it is said: their own, or an admin's
   * @throws Unauthorized when that one is over
   */
  async endAll(
    saidIn: string,
    { uid, except, because }: { uid: string; except?: string; because: EndedBecause },
    { keyedAs: _, ...context }: CommandContext,
  ): Promise<{ position: bigint }> {
    const sids = await this.#sessions.runningOf(uid, { except });
    const command = { type: 'SignOutOthers', uid, sids } as const;
    const said = await this.#commands.execute(session, saidIn, context, command, signOutOthers);
    const ended = said.events.flatMap(({ type, data }) => (type === 'OthersSignedOut' ? data.sids : []));
    const { position } = await this.#sessions.endEach(ended, because, context);
    return { position: position > said.position ? position : said.position };
  }
}
