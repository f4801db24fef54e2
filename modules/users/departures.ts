import type { CommandContext, Commands } from '../kernel/commands.ts';
import { Conflict } from '../kernel/errors.ts';
import { admins, allAdmins } from './admins.ts';
import { listAdmin } from './commands/list-admin.ts';
import { strikeOffAdmin } from './commands/strike-off-admin.ts';
import { user } from './user.ts';

type Appended = Promise<{ readonly position: bigint }>;

/** Keeps the list of admins, which nobody leaves as the last. */
export class Departures {
  readonly #commands: Commands;

  constructor(commands: Commands) {
    this.#commands = commands;
  }

  /**
   * Lets an admin go, if another one stays. Who is no admin may always go.
   * @throws Conflict for the last admin, after whom nobody could make another one; and when others go at this moment.
   */
  async letGo(uid: string, context: CommandContext): Promise<void> {
    if (!(await this.#isAdmin(uid))) return;
    const stays = await this.#anotherThan(uid);
    if (stays === undefined)
      throw new Conflict('The last admin has to stay. Please make somebody else an admin first.');
    const command = { type: 'StrikeOffAdmin', uid, stays } as const;
    await this.#commands.execute(admins, allAdmins, context, command, strikeOffAdmin);
  }

  /** Brings the list up to what somebody is now. */
  async follow(uid: string, context: CommandContext): Appended {
    if (await this.#isAdmin(uid)) {
      return this.#commands.execute(admins, allAdmins, context, { type: 'ListAdmin', uid }, listAdmin);
    }
    return this.#commands.execute(admins, allAdmins, context, { type: 'StrikeOffAdmin', uid }, strikeOffAdmin);
  }

  async #anotherThan(uid: string): Promise<string | undefined> {
    for (const other of await this.#commands.load(admins, allAdmins)) {
      if (other !== uid && (await this.#isAdmin(other))) return other;
    }
    return undefined;
  }

  async #isAdmin(uid: string): Promise<boolean> {
    const state = await this.#commands.load(user, uid);
    return state.status === 'registered' && state.role === 'admin';
  }
}
