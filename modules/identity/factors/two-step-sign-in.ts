import type { CommandContext } from '../../kernel/commands.ts';
import { digest } from '../../kernel/encoding/derived.ts';
import { SecondFactorWanted, Unauthorized, WrongSecondFactor } from '../../kernel/errors.ts';
import type { AccountHolder, Accounts } from '../accounts/accounts.ts';
import type { KnownBrowsers } from '../signing-in/known-browsers.ts';
import { type Beside, isFinished } from './commands/use-factor.ts';
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
  readonly #browsers: Pick<KnownBrowsers, 'knows'>;

  constructor(deps: {
    accounts: Accounts;
    factors: SecondFactors;
    passkeys: Passkeys;
    pending: PendingSignIns;
    browsers: Pick<KnownBrowsers, 'knows'>;
  }) {
    this.#browsers = deps.browsers;
    this.#accounts = deps.accounts;
    this.#factors = deps.factors;
    this.#passkeys = deps.passkeys;
    this.#pending = deps.pending;
  }

  /** What has to be proved further; undefined for whoever has no second factor, and is signed in at once. */
  async begin(holder: FirstProved, by: FirstProof): Promise<Waiting | undefined> {
    const methods = methodsOf(await this.#factors.of(holder.uid));
    return methods.length === 0 ? undefined : { cookie: await this.#pending.begin(holder, by), methods };
  }

  /** @throws SecondFactorWanted for whoever has a second factor: their session starts with `finish` */
  async demand(holder: FirstProved, by: FirstProof): Promise<void> {
    const waiting = await this.begin(holder, by);
    if (waiting) throw new SecondFactorWanted(waiting.methods, waiting.cookie);
  }

  /**
   * By what the sign-in of a cookie can go on, and what a browser needs to ask for a passkey.
   * @throws Unauthorized when there is none, it took too long, or it was finished
   */
  async options(cookie: string | undefined) {
    const { uid, proof } = await this.#of(cookie);
    const state = await this.#factors.of(uid);
    if (isFinished(proof, state)) throw tooLate();
    const methods = methodsOf(state);
    const passkey = methods.includes('passkey') ? await this.#passkeys.toShow(['sign-in', proof], state) : undefined;
    return { methods, ...(passkey && { passkey }) };
  }

  /**
   * Finishes the sign-in of a cookie. Whoever calls takes the cookie away with the answer.
   * @param cookies the sign-in's, and that of a browser that was signed in before, if it is one
   * @throws WrongSecondFactor when what was shown is wrong, and another try is borne; Unauthorized when none is
   */
  async finish(
    cookies: { readonly signIn: string | undefined; readonly browser: string | undefined },
    shown: ShownFactor,
    context: CommandContext,
  ): Promise<{ holder: AccountHolder; by: FirstProof }> {
    const pending = await this.#of(cookies.signIn);
    const { uid, by } = pending;
    const beside = { proof: pending.proof, isOnce: true as const, ...(await this.#knownAs(pending, cookies.browser)) };
    await this.#prove(uid, beside, shown, { ...context, actor: { uid, role: 'user' } });
    const holder = await this.#accounts.holderOf(pending);
    // An account may have been closed meanwhile, and the email's next one belongs to somebody else.
    if (holder?.uid !== uid) throw tooLate();
    // As it was at the first proof: whoever lets them in compares it with what the account is by then.
    const { accountId, generation } = pending;
    return { holder: { ...holder, accountId, generation }, by };
  }

  /** Which browser it is, by a digest, if somebody was signed in with it to that account. */
  async #knownAs(pending: PendingSignIn, cookie: string | undefined): Promise<Pick<Beside, 'knownAs'>> {
    const holder = cookie === undefined ? undefined : await this.#accounts.holderOf(pending);
    const browser = holder && (await this.#browsers.knows(cookie, holder.email));
    return browser === undefined ? {} : { knownAs: `browser ${digest('known browser', browser)}` };
  }

  async #prove(uid: string, beside: Beside, { passkey, ...typed }: ShownFactor, context: CommandContext) {
    const state = await this.#factors.of(uid);
    try {
      const shown = passkey
        ? await this.#passkeys.shown(['sign-in', beside.proof], passkey, state)
        : this.#factors.typed(uid, typed);
      await this.#factors.use(uid, beside, shown, context);
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
