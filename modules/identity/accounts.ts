import type { CommandContext, Commands } from '../kernel/commands.ts';
import { derivedId } from '../kernel/derived.ts';
import { Conflict, Invalid } from '../kernel/errors.ts';
import type { Identity } from '../kernel/route.ts';
import { account } from './account.ts';
import { closeAccount } from './commands/close-account.ts';
import { emailTaken, openAccount } from './commands/open-account.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { SignIn, SignUp } from './contract.ts';
import type { Passwords } from './password.ts';
import type { Secrets } from './secrets.ts';
import { WrongCredentials } from './wrong-credentials.ts';

/** Whose account it is, and what its stream is called. */
export type AccountHolder = Identity & { readonly accountId: string };

/** Opens accounts and knows their holders again. */
export class Accounts {
  readonly #commands: Commands;
  readonly #passwords: Passwords;
  readonly #secrets: Secrets;

  constructor(deps: { commands: Commands; passwords: Passwords; secrets: Secrets }) {
    this.#commands = deps.commands;
    this.#passwords = deps.passwords;
    this.#secrets = deps.secrets;
  }

  /**
   * Opens an account. The same command again gives the same account, provided that it brings the same password, which
   * is no part of the command's fingerprint.
   * @throws Invalid for a common password; Conflict when the email is taken.
   */
  async open(
    { name, email, password }: SignUp,
    context: CommandContext,
    signal?: AbortSignal,
  ): Promise<AccountHolder & { position: bigint }> {
    if (await isCommonPassword(password)) throw commonPassword();
    const accountId = this.#secrets.accountId(email);
    // Of the email too: whoever uses somebody else's command id must not become them.
    const uid = derivedId('account', accountId, context.commandId);
    const before = await this.#commands.load(account, accountId);
    // Refused before the hash is worked out, which is the dear part.
    if (before.status === 'open' && before.uid !== uid) throw emailTaken();
    const passwordHash = before.status === 'open' ? before.passwordHash : await this.#passwords.hash(password, signal);
    const { state, position, repeated } = await this.#commands.execute(
      account,
      accountId,
      context,
      { type: 'OpenAccount', uid, email, name, passwordHash },
      openAccount,
    );
    if (state.status !== 'open' || (repeated && !(await this.#passwords.verify(state.passwordHash, password)))) {
      throw new Conflict('This Idempotency-Key was used before with another request.');
    }
    return { accountId, uid, email: state.email, name: state.name, position };
  }

  /** @throws WrongCredentials, in the same words and after the same work, for an unknown email and a wrong password. */
  async signIn({ email, password }: SignIn, signal?: AbortSignal): Promise<AccountHolder> {
    const accountId = this.#secrets.accountId(email);
    const state = await this.#commands.load(account, accountId);
    const passwordHash = state.status === 'open' ? state.passwordHash : undefined;
    const isRight = await this.#passwords.verify(passwordHash, password, signal);
    if (state.status !== 'open' || !isRight) throw new WrongCredentials();
    return { accountId, uid: state.uid, email: state.email, name: state.name };
  }

  /** Who holds the account now; undefined when nobody does. */
  async holderOf(accountId: string): Promise<AccountHolder | undefined> {
    const state = await this.#commands.load(account, accountId);
    return state.status === 'open' ? { accountId, uid: state.uid, email: state.email, name: state.name } : undefined;
  }

  /** Closes the account of an email, if there is one: its sessions end, and the email is free again. */
  async close(email: string, context: CommandContext): Promise<{ position: bigint }> {
    const accountId = this.#secrets.accountId(email);
    return this.#commands.execute(account, accountId, context, { type: 'CloseAccount' }, closeAccount);
  }
}

function commonPassword(): Invalid {
  const message = 'That password is too common. Please choose another.';
  return new Invalid(message, [{ path: 'password', message }]);
}
