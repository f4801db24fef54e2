import type { CommandContext } from '../../kernel/commands.ts';
import { SecondFactorWanted, Unauthorized, WrongSecondFactor } from '../../kernel/errors.ts';
import type { AccountHolder, Accounts } from '../accounts.ts';
import type { ShownFactor } from './contract.ts';
import { type Method, methodsOf } from './factors.ts';
import type { Passkeys } from './passkeys.ts';
import type { FirstProof, FirstProved, PendingSignIn, PendingSignIns } from './pending-sign-ins.ts';
import { WrongFactor } from './refusals.ts';
import type { SecondFactors } from './second-factors.ts';

/** Somebody who proved one thing, and has more to prove: the cookie goes with the answer, and comes back with the second. */
export type Waiting = { readonly cookie: string; readonly methods: readonly Method[] };

/**
 * What stands between the first proof of who somebody is and their session, however they proved it: with a password, at
 * Google, or by a mailed link.
 */
export class TwoStepSignIn {
  readonly #accounts: Accounts;
  readonly #factors: SecondFactors;
  readonly #passkeys: Passkeys;
  readonly #pending: PendingSignIns;

  constructor(deps: { accounts: Accounts; factors: SecondFactors; passkeys: Passkeys; pending: PendingSignIns }) {
    this.#accounts = deps.accounts;
    this.#factors = deps.factors;
    this.#passkeys = deps.passkeys;
    this.#pending = deps.pending;
  }

  /** What has to be proved further; undefined for who has no second factor, and is signed in at once. */
  async begin(holder: FirstProved, by: FirstProof): Promise<Waiting | undefined> {
    const methods = methodsOf(await this.#factors.of(holder.uid));
    return methods.length === 0 ? undefined : { cookie: await this.#pending.begin(holder, by), methods };
  }

  /** @throws SecondFactorWanted for who has a second factor: their session starts with `finish` */
  async demand(holder: FirstProved, by: FirstProof): Promise<void> {
    const waiting = await this.begin(holder, by);
    if (waiting) throw new SecondFactorWanted(waiting.methods, waiting.cookie);
  }

  /**
   * By what the sign-in of a cookie can go on, and what a browser needs to ask for a passkey.
   * @throws Unauthorized when there is none, or it took too long
   */
  async options(cookie: string | undefined) {
    const { uid, proof } = await this.#of(cookie);
    const state = await this.#factors.of(uid);
    const methods = methodsOf(state);
    const passkey = methods.includes('passkey') ? await this.#passkeys.toShow(['sign-in', proof], state) : undefined;
    return { methods, ...(passkey && { passkey }) };
  }

  /**
   * Finishes the sign-in of a cookie. Whoever calls takes the cookie away with the answer.
   * @throws WrongSecondFactor when what was shown is wrong, and another try is borne; Unauthorized when none is
   */
  async finish(
    cookie: string | undefined,
    shown: ShownFactor,
    context: CommandContext,
  ): Promise<{ holder: AccountHolder; by: FirstProof }> {
    const pending = await this.#of(cookie);
    const { uid, by } = pending;
    await this.#prove(pending, shown, { ...context, actor: { uid, role: 'user' } });
    const holder = await this.#accounts.holderOf(pending);
    // An account may have been closed meanwhile, and the email's next one belongs to somebody else.
    if (holder?.uid !== uid) throw tooLate();
    return { holder: { ...holder, generation: pending.generation }, by };
  }

  async #prove({ uid, proof }: PendingSignIn, { passkey, ...typed }: ShownFactor, context: CommandContext) {
    const state = await this.#factors.of(uid);
    try {
      const shown = passkey
        ? await this.#passkeys.shown(['sign-in', proof], passkey, state)
        : this.#factors.typed(uid, typed);
      await this.#factors.use(uid, proof, shown, context);
    } catch (reason) {
      if (!(reason instanceof WrongFactor)) throw reason;
      if (!reason.isOver) throw new WrongSecondFactor(reason.message, methodsOf(state));
      throw new Unauthorized('That was wrong too often. Please log in again.');
    }
  }

  async #of(cookie: string | undefined): Promise<PendingSignIn> {
    const pending = await this.#pending.read(cookie);
    if (!pending) throw tooLate();
    return pending;
  }
}

function tooLate(): Unauthorized {
  return new Unauthorized('That took too long. Please log in again.');
}
