import type { CommandContext, Commands } from '../../kernel/commands.ts';
import { scheduledOnce } from '../../kernel/commands.ts';
import { changeEmail, holdAddress, releaseAddress } from '../commands/change-email.ts';
import { moveAccount, takeInAccount } from '../commands/move-account.ts';
import { emailTaken } from '../commands/open-account.ts';
import { LinkNotGood } from '../links/link-refusals.ts';
import type { Secrets } from '../secrets.ts';
import { account, type Holder } from './account.ts';

/** A person's account, by a place where it is or was. */
export type Kept = { readonly uid: string; readonly accountId: string };

/**
 * Accounts are named after their email with a secret. They move when that is replaced (an account is found under the secrets
 * of before, and moves on), and when their holder gets another email. The old place says first where to, so that whoever
 * comes after a crash brings it there.
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
    // Before anything is waited for: a secret that is taken up meanwhile would have the account move back.
    const formers = this.#secrets.formerAccountIds(email);
    if (await this.#isOpen(newest)) return newest;
    for (const former of formers) {
      const place = await this.#placeFrom(former, email.toLowerCase());
      if (place !== undefined && place !== newest) await this.#move(place, newest);
    }
    return (await this.#isOpen(newest)) ? newest : undefined;
  }

  /** Where a person's account is open that was in this place once; undefined when it is closed. */
  async whereabouts({ uid, accountId }: Kept): Promise<string | undefined> {
    const state = await this.#commands.load(account, accountId);
    if (state.status === 'open' && state.uid === uid) return accountId;
    if (state.status === 'held' && state.uid === uid) {
      await this.#finish(accountId);
      return this.whereabouts({ uid, accountId });
    }
    const to = state.left[uid];
    if (to === undefined) return undefined;
    await this.#arrive(accountId, to);
    return this.whereabouts({ uid, accountId: to });
  }

  /**
   * The departure after which a place is free for somebody else; undefined where nobody has left, or who left still has
   * that email and an account elsewhere, under a secret that this node does not know.
   */
  async freedBy(accountId: string, email: string): Promise<number | undefined> {
    const state = await this.#commands.load(account, accountId);
    if (state.status !== 'moved') return undefined;
    const now = await this.whereabouts({ uid: state.uid, accountId });
    const isStillTheirs = now !== undefined && state.email.toLowerCase() === email.toLowerCase();
    return isStillTheirs ? undefined : state.departures;
  }

  /**
   * Moves a person's account to another email, which must be proved to be theirs. The address is kept for them first; then
   * the old place decides; then the account arrives. From the first step on, whoever comes next finishes it, or lets the
   * address go if another change was faster. Done again it does nothing.
   * @param kept.generation that of the account when the change was asked for
   * @throws Conflict when the address has an account; LinkNotGood when the account is not as it was.
   */
  async changeEmail(
    { uid, accountId: from, generation }: Kept & { readonly generation: number },
    email: string,
    context: CommandContext,
  ): Promise<{ position: bigint }> {
    const to = this.#secrets.accountId(email);
    const { departures: departure, ...state } = await this.#commands.load(account, from);
    if (state.status !== 'open' || state.uid !== uid || state.generation !== generation) {
      if ((await this.whereabouts({ uid, accountId: from })) !== to) throw new LinkNotGood();
      return { position: 0n };
    }
    if ((await this.place(email)) !== undefined) throw emailTaken();
    const after = await this.freedBy(to, email);
    const hold = { type: 'HoldAddress', uid, email, from, departure, after } as const;
    await this.#commands.execute(
      account,
      to,
      asPartOf(context, 'hold-address', from, to, departure),
      hold,
      holdAddress,
    );
    const position = await this.#finish(to, context);
    if ((await this.whereabouts({ uid, accountId: from })) !== to) throw new LinkNotGood();
    return { position };
  }

  async #isOpen(accountId: string): Promise<boolean> {
    const { status } = await this.#commands.load(account, accountId);
    if (status !== 'held') return status === 'open';
    await this.#finish(accountId);
    return (await this.#commands.load(account, accountId)).status === 'open';
  }

  /** Follows an account that was under another secret, for as long as its email is that one. */
  async #placeFrom(accountId: string, email: string): Promise<string | undefined> {
    if (await this.#isOpen(accountId)) return accountId;
    const state = await this.#commands.load(account, accountId);
    if (state.status !== 'moved' || state.email.toLowerCase() !== email) return undefined;
    await this.#arrive(accountId, state.to);
    return this.#placeFrom(state.to, email);
  }

  async #move(from: string, to: string): Promise<void> {
    const { departures } = await this.#commands.load(account, from);
    const context = scheduledOnce('move-account', from, to, `${departures}`);
    await this.#commands.execute(account, from, context, { type: 'MoveAccount', to }, moveAccount);
    await this.#arrive(from, to);
  }

  /** Brings the account for which a place is held; or lets the place go, when that can never leave for it any more. */
  async #finish(to: string, by?: CommandContext): Promise<bigint> {
    const state = await this.#commands.load(account, to);
    if (state.status !== 'held') return 0n;
    const { uid, email, from, departure } = state;
    const change = { type: 'ChangeEmail', uid, email, to, departure } as const;
    const context = asPartOf(by, 'change-email', from, to, departure);
    await this.#commands.execute(account, from, context, change, changeEmail);
    const left = await this.#commands.load(account, from);
    const hasLeft = left.status === 'moved' && left.uid === uid && left.to === to && left.departures === departure + 1;
    if (hasLeft && !left.forgotten.includes(uid)) return this.#arrive(from, to);
    const release = { type: 'ReleaseAddress', uid, from, departure } as const;
    const released = scheduledOnce('release-address', from, to, `${departure}`);
    return (await this.#commands.execute(account, to, released, release, releaseAddress)).position;
  }

  /**
   * If it is on its way there, and its person is not forgotten by now. Once for each time that it left: an account that was closed at its new place does
   * not come again from the old one.
   */
  async #arrive(from: string, to: string): Promise<bigint> {
    const left = await this.#commands.load(account, from);
    if (left.status !== 'moved' || left.to !== to || left.forgotten.includes(left.uid)) return 0n;
    const context = scheduledOnce('take-in-account', from, to, `${left.departures}`);
    const command = { type: 'TakeInAccount', ...holderIn(left), from } as const;
    return (await this.#commands.execute(account, to, context, command, takeInAccount)).position;
  }
}

/** All that an account is, wherever it is. */
function holderIn({ uid, email, name, passwordHash, isProved, logins }: Holder): Holder {
  return { uid, email, name, passwordHash, isProved, logins };
}

/** One step of several that are known again by what they are about; on behalf of whoever asked, or of whoever came later. */
function asPartOf(context: CommandContext | undefined, step: string, from: string, to: string, departure: number) {
  const once = scheduledOnce(step, from, to, `${departure}`);
  return context ? { ...once, actor: context.actor, correlationId: context.correlationId } : once;
}
