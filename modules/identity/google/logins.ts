import type { CommandContext, Commands, Outcome } from '../../kernel/commands.ts';
import { derivedId } from '../../kernel/encoding/derived.ts';
import { Conflict, NotFound } from '../../kernel/errors.ts';
import { type Account, account } from '../accounts/account.ts';
import type { AccountHolder, Accounts, OpenAccount } from '../accounts/accounts.ts';
import { type LoginOf, login } from '../accounts/login.ts';
import type { Kept } from '../accounts/moves.ts';
import { claimLogin } from '../commands/claim-login.ts';
import { linkLogin, unlinkLogin } from '../commands/link-login.ts';
import { openAccountThrough } from '../commands/open-account-through.ts';
import { takeOverAccount } from '../commands/take-over-account.ts';
import type { AccountEvent } from '../events.ts';
import type { Secrets } from '../secrets.ts';
import type { NewcomerThrough } from './newcomer.ts';

/** What came of somebody who came from an issuer. */
export type Arrival =
  /** They have an account, from now on if not before. */
  | { readonly kind: 'home'; readonly holder: AccountHolder }
  /** Their address has an account, which they have to sign in to first. */
  | { readonly kind: 'to-link'; readonly account: Kept }
  /** Their address has an account, and who vouches for them proves no address. */
  | { readonly kind: 'taken' };

/** Ends all second factors of somebody, unless they were all added after `before`. */
export type EndFactors = (uid: string, context: CommandContext, before?: Date) => Promise<{ position: bigint }>;

/** How often it is begun anew when others come in between. */
const tries = 3;

/** Knows accounts by who an issuer says that somebody is. */
export class Logins {
  readonly #commands: Commands;
  readonly #accounts: Accounts;
  readonly #secrets: Secrets;
  readonly #isAdmin: (uid: string) => Promise<boolean>;
  readonly #endFactorsOf: EndFactors;

  constructor(deps: {
    commands: Commands;
    accounts: Accounts;
    secrets: Secrets;
    isAdmin: (uid: string) => Promise<boolean>;
    endFactorsOf: EndFactors;
  }) {
    this.#commands = deps.commands;
    this.#accounts = deps.accounts;
    this.#secrets = deps.secrets;
    this.#isAdmin = deps.isAdmin;
    this.#endFactorsOf = deps.endFactorsOf;
  }

  loginOf({ issuer, subject }: { issuer: string; subject: string }): LoginOf {
    return { id: this.#secrets.loginId(issuer, subject), issuer };
  }

  /** Whose login it is; undefined when it leads to no account. */
  async holderOf({ id }: LoginOf): Promise<OpenAccount | undefined> {
    const claimed = await this.#commands.load(login, id);
    const holder = claimed.status === 'claimed' ? await this.#accounts.find(claimed) : undefined;
    return holder?.logins.includes(id) ? holder : undefined;
  }

  /** Lets in whose login leads to no account yet. An address counts only where the issuer has seen that it is theirs. */
  async arrive(newcomer: NewcomerThrough, context: CommandContext, triesLeft = tries): Promise<Arrival> {
    try {
      return await this.#arrive(newcomer, context);
    } catch (reason) {
      // Somebody was faster: with the same login in another window, or with the same address.
      if (!(reason instanceof Conflict) || triesLeft <= 1) throw reason;
      return this.arrive(newcomer, context, triesLeft - 1);
    }
  }

  /**
   * Links a login to an account.
   * @throws Conflict when it is another account's.
   */
  async link(
    of: LoginOf,
    { uid, accountId }: Kept,
    email: string | undefined,
    context: CommandContext,
  ): Promise<{ position: bigint }> {
    const holder = await this.holderOf(of);
    if (holder !== undefined && holder.uid !== uid) throw elsewhere();
    const own = await this.#accounts.find({ uid, accountId });
    if (own === undefined) throw new NotFound('That account is closed.');
    await this.#claim(of, own, context);
    const command = { type: 'LinkLogin', uid, login: of.id, email } as const;
    const { position } = await this.#commands.execute(account, own.accountId, context, command, linkLogin);
    // Without this, an account could count a login among its ways in that leads elsewhere.
    if ((await this.holderOf(of))?.uid !== uid) {
      await this.unlink(of.id, own, stepOf(context, 'unlink', of.id));
      throw elsewhere();
    }
    return { position };
  }

  /**
   * Ends a way in to an account.
   * @throws Conflict for the last one; NotFound for an account that is closed
   */
  async unlink(
    id: string,
    kept: Kept,
    context: CommandContext,
  ): Promise<Pick<Outcome<Account, AccountEvent>, 'events' | 'position' | 'recordedAt'>> {
    const own = await this.#accounts.find(kept);
    if (own === undefined) throw new NotFound('That account is closed.');
    const command = { type: 'UnlinkLogin', uid: own.uid, login: id } as const;
    // Of what is none nothing is kept under the caller's key either: it counts for no change, so that nothing would bound how often.
    if (!own.logins.includes(id)) {
      return (await this.#commands.recall(account, own.accountId, context)) ?? { events: [], position: 0n };
    }
    return this.#commands.execute(account, own.accountId, context, command, unlinkLogin);
  }

  async #arrive(newcomer: NewcomerThrough, context: CommandContext): Promise<Arrival> {
    const { login: of, email, isProved } = newcomer;
    const holder = await this.holderOf(of);
    if (holder) return { kind: 'home', holder };
    const vacancy = await this.#accounts.vacancy(email, context.commandId);
    if (vacancy) {
      await this.#claim(of, vacancy, context);
      const { uid, accountId, after } = vacancy;
      const { name } = newcomer;
      const command = { type: 'OpenAccountThrough', uid, email, name, login: of.id, isProved, after } as const;
      const { state } = await this.#commands.execute(account, accountId, context, command, openAccountThrough);
      return { kind: 'home', holder: { uid, accountId, email, name, generation: state.generation } };
    }
    const found = await this.#accounts.findByEmail(email);
    if (!found) throw new Conflict('That account was closed just now. Please try again.');
    if (found.logins.includes(of.id)) {
      await this.#claim(of, found, context);
      return { kind: 'home', holder: found };
    }
    if (!isProved) return { kind: 'taken' };
    // Whoever made somebody an admin did so for whoever has that password.
    if (found.isProved || (await this.#isAdmin(found.uid))) return { kind: 'to-link', account: found };
    return this.#takeOver(of, found, context);
  }

  async #takeOver(of: LoginOf, found: OpenAccount, context: CommandContext): Promise<Arrival> {
    await this.#claim(of, found, context);
    const command = { type: 'TakeOverAccount', uid: found.uid, login: of.id } as const;
    const { state } = await this.#commands.execute(account, found.accountId, context, command, takeOverAccount);
    await this.#endFactorsOf(found.uid, context); // Else they would be asked for a factor of somebody else's.
    return { kind: 'home', holder: { ...found, generation: state.generation } };
  }

  /** Makes a login lead to an account, which lists it next. Until it does, somebody else may lead it elsewhere. */
  async #claim({ id, issuer }: LoginOf, { uid, accountId }: Kept, context: CommandContext): Promise<void> {
    const seen = await this.#commands.load(login, id);
    const instead = seen.status === 'claimed' ? seen.uid : undefined;
    const command = { type: 'ClaimLogin', uid, accountId, issuer, instead } as const;
    await this.#commands.execute(
      login,
      id,
      stepOf(context, 'claim', uid, accountId, instead ?? ''),
      command,
      claimLogin,
    );
  }
}

const elsewhere = () => new Conflict('That is the way to sign in to another account.');

/** One of several steps of a call in the same stream, which are told apart. */
function stepOf(context: CommandContext, ...step: readonly string[]): CommandContext {
  return { ...context, commandId: derivedId(...step, context.commandId) };
}
