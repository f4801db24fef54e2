import type { CommandContext } from '../../kernel/commands.ts';
import { Forbidden } from '../../kernel/errors.ts';
import type { Caller } from '../../kernel/route.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { WrongPassword } from '../signing-in/wrong-credentials.ts';
import type { Confirm, ProofMethod } from './contract.ts';
import { methodsOf } from './factors.ts';
import type { Passkeys } from './passkeys.ts';
import type { SecondFactors } from './second-factors.ts';

/**
 * Proves anew, within a session, who somebody is (step-up, re-authentication). Whoever has a second factor confirms with one:
 * a password is what others find out first, and with it alone whoever has got hold of a session could take the factors away.
 */
export class Confirmations {
  readonly #accounts: Accounts;
  readonly #sessions: Sessions;
  readonly #factors: SecondFactors;
  readonly #passkeys: Passkeys;

  constructor(deps: { accounts: Accounts; sessions: Sessions; factors: SecondFactors; passkeys: Passkeys }) {
    this.#accounts = deps.accounts;
    this.#sessions = deps.sessions;
    this.#factors = deps.factors;
    this.#passkeys = deps.passkeys;
  }

  /** By what a caller confirms, the best first. */
  async methodsOf({ uid, email }: Pick<Caller, 'uid' | 'email'>): Promise<ProofMethod[]> {
    const methods = methodsOf(await this.#factors.of(uid));
    if (methods.length > 0) return methods;
    const account = await this.#accounts.findByEmail(email);
    const { passwordHash, logins = [] } = account ?? {};
    return [
      ...(passwordHash === undefined ? [] : ['password' as const]),
      ...(logins.length > 0 ? ['google' as const] : []),
    ];
  }

  /** What a browser needs to ask for one of the caller's passkeys. */
  async passkeyOptions({ uid, sid }: Caller) {
    return this.#passkeys.toShow(['confirm', sid], await this.#factors.of(uid));
  }

  /** @throws WrongPassword, WrongFactor; Forbidden for a password beside a second factor */
  async confirm(caller: Caller, shown: Confirm, context: CommandContext, signal?: AbortSignal) {
    const { uid, sid } = caller;
    const { password, passkey, ...typed } = shown;
    const state = await this.#factors.of(uid);
    if (password !== undefined) {
      if (state.factors.length > 0) throw new Forbidden('Please confirm with your second factor.');
      await this.#accounts.prove({ ...caller, password }, signal);
      return this.#sessions.prove(sid, 'password', context);
    }
    if (state.factors.length === 0) throw new WrongPassword();
    const factor = passkey
      ? await this.#passkeys.shown(['confirm', sid], passkey, state)
      : this.#factors.typed(uid, typed);
    await this.#factors.use(uid, { proof: sid, knownAs: 'session' }, factor, context);
    return this.#sessions.prove(sid, factor.kind, context);
  }

  /**
   * Notes that somebody was signed in anew at a provider, in their session.
   * @throws Forbidden for whoever has a second factor
   */
  async confirmThroughProvider({ uid, sid }: Pick<Caller, 'uid' | 'sid'>, context: CommandContext) {
    if ((await this.#factors.of(uid)).factors.length > 0)
      throw new Forbidden('Please confirm with your second factor.');
    return this.#sessions.prove(sid, 'provider', context);
  }
}
