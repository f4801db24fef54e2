import { type Commands, scheduledOnce } from '../kernel/commands.ts';
import { account } from './account.ts';
import { moveAccount, takeInAccount } from './commands/move-account.ts';
import type { Secrets } from './secrets.ts';

/**
 * Accounts are named after their email with a secret. When that is replaced, an account is found under the secrets of
 * before, and moves on. The old place says first where to, so that whoever comes after a crash brings it there.
 */
export class Moves {
  readonly #commands: Commands;
  readonly #secrets: Secrets;

  constructor(deps: { commands: Commands; secrets: Secrets }) {
    this.#commands = deps.commands;
    this.#secrets = deps.secrets;
  }

  /** Where the account of an email is open now, moved to its newest name; undefined when it has none. */
  async place(email: string): Promise<string | undefined> {
    const newest = this.#secrets.accountId(email);
    if ((await this.#commands.load(account, newest)).status === 'open') return newest;
    for (const former of this.#secrets.formerAccountIds(email)) {
      const place = await this.settled(former);
      if (place !== undefined && place !== newest) await this.#move(place, newest);
    }
    return (await this.#commands.load(account, newest)).status === 'open' ? newest : undefined;
  }

  /** Where an account is open that was in this place once; undefined when it is closed. */
  async settled(accountId: string): Promise<string | undefined> {
    const state = await this.#commands.load(account, accountId);
    if (state.status !== 'moved') return state.status === 'open' ? accountId : undefined;
    await this.#arrive(accountId, state.to);
    return this.settled(state.to);
  }

  async #move(from: string, to: string): Promise<void> {
    const { departures } = await this.#commands.load(account, from);
    const context = scheduledOnce('move-account', from, to, `${departures}`);
    const { state } = await this.#commands.execute(account, from, context, { type: 'MoveAccount', to }, moveAccount);
    if (state.status === 'moved' && state.to === to) await this.#arrive(from, to);
  }

  /** Once for each time that it left: an account that was closed at its new place does not come again from the old one. */
  async #arrive(from: string, to: string): Promise<void> {
    const left = await this.#commands.load(account, from);
    if (left.status !== 'moved') return;
    const { uid, email, name, passwordHash, departures } = left;
    const context = scheduledOnce('take-in-account', from, to, `${departures}`);
    const command = { type: 'TakeInAccount', uid, email, name, passwordHash, from } as const;
    await this.#commands.execute(account, to, context, command, takeInAccount);
  }
}
