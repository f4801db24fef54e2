import { streamOf } from '../../kernel/aggregate.ts';
import type { CommandContext, Commands } from '../../kernel/commands.ts';
import { KeyUsedBefore } from '../../kernel/errors.ts';
import { forgetPerson } from '../commands/forget-person.ts';
import { emailTaken, openAccount } from '../commands/open-account.ts';
import type { SignIn, SignUp } from '../contract.ts';
import type { Passwords } from '../passwords/password.ts';
import type { Secrets } from '../secrets.ts';
import { WrongCredentials, WrongPassword } from '../signing-in/wrong-credentials.ts';
import { account, type Holder } from './account.ts';
import { type Kept, Moves } from './moves.ts';

/** Who says that they are somebody, and with what. */
type Proof = { readonly uid: string; readonly email: string; readonly password: string };

/**
 * Whose account it is, and what its stream is called. The `generation` (see Account) is the one of the proof by which somebody
 * is known to be its holder.
 */
export type AccountHolder = Pick<Holder, 'uid' | 'email' | 'name'> & {
  readonly accountId: string;
  readonly generation: number;
};

/** An account that is open. */
export type OpenAccount = Holder & AccountHolder;

/** A place where an account can be opened: see `OpenAccount.after`. */
export type Vacancy = { readonly accountId: string; readonly uid: string; readonly after: number | undefined };

/** The stream of an account, by its name; and back. */
export const accountStream = (accountId: string) => streamOf(account, accountId);
export const accountIdIn = (stream: string) => stream.slice(accountStream('').length);

/** Opens accounts and knows their holders again. */
export class Accounts {
  readonly #commands: Commands;
  readonly #passwords: Passwords;
  readonly #secrets: Secrets;
  readonly #moves: Moves;

  constructor(deps: { commands: Commands; passwords: Passwords; secrets: Secrets }) {
    this.#commands = deps.commands;
    this.#passwords = deps.passwords;
    this.#secrets = deps.secrets;
    this.#moves = new Moves(deps);
  }

  /**
   * Opens an account. The same command again gives the same account, provided that it brings the same password, which
   * is no part of the command's fingerprint.
   * What the password must be is asked before: the demo's are exempt.
   * @throws Conflict when the email is taken.
   */
  async open(
    { name, email, password }: SignUp,
    context: CommandContext,
    signal?: AbortSignal,
  ): Promise<AccountHolder & { position: bigint }> {
    const accountId = (await this.#moves.place(email)) ?? this.#secrets.accountId(email);
    const uid = this.#secrets.uid(email, context.commandId);
    const before = await this.#commands.load(account, accountId);
    // Refused before the hash is worked out, which is the dear part.
    if (before.status === 'open' && before.uid !== uid) throw emailTaken();
    const known = before.status === 'open' ? before.passwordHash : undefined;
    const passwordHash = known ?? (await this.#passwords.hash(password, signal));
    const after = await this.#moves.freedBy(accountId, email);
    const { state, position, events, repeated } = await this.#commands.execute(
      account,
      accountId,
      context,
      { type: 'OpenAccount', uid, email, name, passwordHash, after },
      openAccount,
    );
    // Also one that opened the account at a place which it has left since.
    const isRepeat = repeated || events.length === 0;
    const isTheirs = state.status === 'open' && state.uid === uid;
    if (!isTheirs || (isRepeat && !(await this.#passwords.verify(state.passwordHash, password)))) {
      throw new KeyUsedBefore();
    }
    return { ...shortly({ ...state, accountId }), position };
  }

  /** @throws WrongCredentials, in the same words and after the same work, for an unknown email and a wrong password. */
  async signIn({ email, password }: SignIn, signal?: AbortSignal): Promise<AccountHolder> {
    const place = await this.#moves.place(email);
    const holder = await this.#openAt(place);
    const isRight = await this.#passwords.verify(holder?.passwordHash, password, signal);
    // Checking takes long enough for the password to be changed, which ends the sessions that there are by then.
    const isStill = isRight && (await this.#openAt(place))?.passwordHash === holder?.passwordHash;
    if (!holder || !isStill) throw new WrongCredentials(place ?? this.#secrets.accountId(email));
    return shortly(holder);
  }

  /** @throws WrongPassword when it is not the password of that person's account. */
  async prove({ uid, email, password }: Proof, signal?: AbortSignal): Promise<void> {
    const holder = await this.#openAt(await this.#placeOf({ uid, email }));
    const isRight = await this.#passwords.verify(holder?.passwordHash, password, signal);
    if (holder?.uid !== uid || !isRight) throw new WrongPassword();
  }

  /** Whose account it is, wherever it has moved to; undefined when it is closed. */
  async holderOf(kept: Kept): Promise<AccountHolder | undefined> {
    const holder = await this.find(kept);
    return holder && shortly(holder);
  }

  /** All that a person's account is, wherever it has moved to; undefined when it is closed. */
  async find(kept: Kept): Promise<OpenAccount | undefined> {
    return this.#openAt(await this.#moves.whereabouts(kept));
  }

  /** The account that is open in one of these places, which are names of one email; undefined when none is. */
  async findAt(accountIds: readonly string[]): Promise<OpenAccount | undefined> {
    for (const accountId of accountIds) {
      const found = await this.#openAt(accountId);
      if (found) return found;
    }
    return undefined;
  }

  /** The account of somebody who is signed in; undefined when it is closed. */
  async findOwn(who: { uid: string; email: string }): Promise<OpenAccount | undefined> {
    const found = await this.#openAt(await this.#placeOf(who));
    return found?.uid === who.uid ? found : undefined;
  }

  /** Who has the account of an email; undefined when nobody has. */
  async findByEmail(email: string): Promise<OpenAccount | undefined> {
    return this.#openAt(await this.#moves.place(email.trim().toLowerCase()));
  }

  /** Where the account of an email is, or was before it was closed. */
  async lastPlaceOf(email: string): Promise<string> {
    const said = email.trim().toLowerCase();
    return (await this.#moves.place(said)) ?? this.#secrets.accountId(said);
  }

  /** Where an account of this email could be opened, and as whose; undefined when it has one. */
  async vacancy(email: string, commandId: string): Promise<Vacancy | undefined> {
    if ((await this.#moves.place(email)) !== undefined) return undefined;
    const accountId = this.#secrets.accountId(email);
    const after = await this.#moves.freedBy(accountId, email);
    return { accountId, uid: this.#secrets.uid(email, commandId), after };
  }

  /** Closes the account of an email, if it is that person's: its sessions end, and the email is free again. */
  async forget(who: { uid: string; email: string }, context: CommandContext): Promise<{ position: bigint }> {
    return this.#forget(await this.#placeOf(who), who.uid, context);
  }

  /**
   * What this very command did before, where it closed the account of an email; undefined where it did not. By then that email may
   * be nobody's, or somebody else's, and have another name: a closed account does not move when the secret for emails is replaced.
   */
  async forgottenBefore(email: string, context: CommandContext): Promise<{ position: bigint } | undefined> {
    for (const accountId of this.#namesOf(email)) {
      const before = await this.#commands.recall(account, accountId, context);
      if (before) return before;
    }
    return undefined;
  }

  /** The uids of those who had the account of an email and have it no more, by the names that it has or had. */
  async formerHolders(email: string): Promise<readonly string[]> {
    const places = await Promise.all(this.#namesOf(email).map((id) => this.#commands.load(account, id)));
    return [...new Set(places.flatMap(({ left, forgotten }) => [...Object.keys(left), ...forgotten]))];
  }

  /** Closes an account that was in this place once, if it is that person's. The stream is that of where it is closed. */
  async forgetAt(
    accountId: string,
    uid: string,
    context: CommandContext,
  ): Promise<{ position: bigint; stream: string }> {
    const place = (await this.#moves.whereabouts({ uid, accountId })) ?? accountId;
    const { position } = await this.#forget(place, uid, context);
    return { position, stream: accountStream(place) };
  }

  /** Where a person's account is that has this email, or had it until just now. */
  async #placeOf({ uid, email }: { uid: string; email: string }): Promise<string> {
    const accountId = (await this.#moves.place(email)) ?? this.#secrets.accountId(email);
    return (await this.#moves.whereabouts({ uid, accountId })) ?? accountId;
  }

  #namesOf(email: string): readonly string[] {
    return [this.#secrets.accountId(email), ...this.#secrets.formerAccountIds(email)];
  }

  #forget(accountId: string, uid: string, context: CommandContext): Promise<{ position: bigint; repeated: boolean }> {
    return this.#commands.execute(account, accountId, context, { type: 'ForgetPerson', uid }, forgetPerson);
  }

  async #openAt(accountId: string | undefined): Promise<OpenAccount | undefined> {
    const state = accountId === undefined ? undefined : await this.#commands.load(account, accountId);
    return accountId !== undefined && state?.status === 'open' ? { ...state, accountId } : undefined;
  }
}

function shortly({ accountId, uid, email, name, generation }: AccountHolder): AccountHolder {
  return { accountId, uid, email, name, generation };
}
