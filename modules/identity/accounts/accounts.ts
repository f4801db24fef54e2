import type { CommandContext, Commands } from '../../kernel/commands.ts';
import { type DamagedStream, KeyUsedBefore } from '../../kernel/errors.ts';
import { forgetPerson } from '../commands/forget-person.ts';
import { emailTaken, openAccount } from '../commands/open-account.ts';
import type { SignIn, SignUp } from '../contract.ts';
import type { Passwords } from '../passwords/password.ts';
import type { Secrets } from '../secrets.ts';
import { WrongCredentials, WrongPassword } from '../signing-in/wrong-credentials.ts';
import { account, accountStream, type Holder } from './account.ts';
import { type Kept, Moves } from './moves.ts';
import { type Closed, closeUnread, isUnread, type ReadTold, saidBy, unlessUnread } from './unread-accounts.ts';

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

/** Opens accounts and knows their holders again. */
export class Accounts {
  readonly #commands: Commands;
  readonly #passwords: Passwords;
  readonly #secrets: Secrets;
  readonly #moves: Moves;
  readonly #readTold: ReadTold;

  constructor(deps: {
    commands: Commands;
    passwords: Passwords;
    secrets: Secrets;
    readTold?: ReadTold | undefined;
  }) {
    this.#commands = deps.commands;
    this.#passwords = deps.passwords;
    this.#secrets = deps.secrets;
    this.#moves = new Moves(deps);
    this.#readTold = deps.readTold ?? (async () => []);
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

  /** The stream in which the account of an email is, or was before it was closed; or the one in which that cannot be read. */
  async lastStreamOf(email: string): Promise<string> {
    const said = email.trim().toLowerCase();
    let unread: string | undefined;
    const place = await unlessUnread(this.#moves.place(said), ({ stream }) => {
      unread = stream;
    });
    return unread ?? accountStream(place ?? this.#secrets.accountId(said));
  }

  /** Where an account of this email could be opened, and as whose; undefined when it has one. */
  async vacancy(email: string, commandId: string): Promise<Vacancy | undefined> {
    if ((await this.#moves.place(email)) !== undefined) return undefined;
    const accountId = this.#secrets.accountId(email);
    const after = await this.#moves.freedBy(accountId, email);
    return { accountId, uid: this.#secrets.uid(email, commandId), after };
  }

  /**
   * Closes the account of an email, if it is that person's: its sessions end, and the email is free again. Where it cannot be read, that they
   * are forgotten is written behind what stands there: it is closed at the very moment at which it can be, and until then opens for nobody.
   * @throws NewerRelease where a newer release can read it: what that has written may have brought the account elsewhere
   */
  async forget(who: { uid: string; email: string }, context: CommandContext): Promise<Closed> {
    try {
      return await this.#forget(await this.#placeOf(who), who.uid, context);
    } catch (reason) {
      if (!isUnread(reason)) throw reason;
      return this.#forgetUnread(who, context, reason);
    }
  }

  /**
   * What this very command did before, where it closed the account of an email; undefined where it did not. By then that email may
   * be nobody's, or somebody else's, and have another name: a closed account does not move when the secret for emails is replaced. It is
   * known again, too, where the account cannot be read.
   * @throws KeyUsedBefore for the same command id with another payload
   */
  async forgottenBefore(email: string, context: CommandContext): Promise<{ position: bigint } | undefined> {
    for (const accountId of this.#namesOf(email)) {
      const unread: string[] = [];
      const recalled = this.#commands.recall(account, accountId, context);
      const before = await unlessUnread(recalled, ({ stream }) => unread.push(stream));
      if (before) return before;
      for (const stream of unread) {
        const said = saidBy(context, await this.#readTold(stream));
        if (said) return said;
      }
    }
    return undefined;
  }

  /** The uids of those who had the account of an email and have it no more, by the names that it has or had. */
  async formerHolders(email: string): Promise<readonly string[]> {
    const places = await Promise.all(this.#namesOf(email).map((id) => this.#commands.load(account, id)));
    return [...new Set(places.flatMap(({ left, forgotten }) => [...Object.keys(left), ...forgotten]))];
  }

  /** Closes an account that was in this place once, if it is that person's. The stream is that of where it is closed. */
  async forgetAt(accountId: string, uid: string, context: CommandContext): Promise<Closed> {
    const place = await this.#moves.whereabouts({ uid, accountId });
    // Closed wherever it went from here: asked here, it would be said for ever that it has just moved.
    if (place === undefined) return { position: 0n, stream: accountStream(accountId) };
    return this.#forget(place, uid, context);
  }

  /** Where a person's account is that has this email, or had it until just now. */
  async #placeOf({ uid, email }: { uid: string; email: string }): Promise<string> {
    const accountId = (await this.#moves.place(email)) ?? this.#secrets.accountId(email);
    return (await this.#moves.whereabouts({ uid, accountId })) ?? accountId;
  }

  #namesOf(email: string): readonly string[] {
    return [this.#secrets.accountId(email), ...this.#secrets.formerAccountIds(email)];
  }

  async #forget(accountId: string, uid: string, context: CommandContext): Promise<Closed> {
    const command = { type: 'ForgetPerson', uid } as const;
    const { position } = await this.#commands.execute(account, accountId, context, command, forgetPerson);
    return { position, stream: accountStream(accountId) };
  }

  /** Where it can be read all the same it is closed as ever; else that is written wherever it may be. */
  async #forgetUnread(
    { uid, email }: { uid: string; email: string },
    context: CommandContext,
    first: DamagedStream,
  ): Promise<Closed> {
    const unread = new Set([first.stream]);
    for (const accountId of this.#namesOf(email)) {
      const found = this.#moves.whereabouts({ uid, accountId });
      const place = await unlessUnread(found, ({ stream }) => unread.add(stream));
      if (place !== undefined) return this.#forget(place, uid, context);
    }
    return closeUnread(this.#commands, { uid, streams: [...unread] }, context);
  }

  async #openAt(accountId: string | undefined): Promise<OpenAccount | undefined> {
    const state = accountId === undefined ? undefined : await this.#commands.load(account, accountId);
    return accountId !== undefined && state?.status === 'open' ? { ...state, accountId } : undefined;
  }
}

function shortly({ accountId, uid, email, name, generation }: AccountHolder): AccountHolder {
  return { accountId, uid, email, name, generation };
}
