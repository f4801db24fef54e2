import { Forbidden, SecondFactorWanted, Unauthorized } from '../../modules/kernel/errors.ts';
import type { FairTurns } from './fair-turns.ts';
import { Lockouts } from './lockouts.ts';
import type { RateLimiters } from './rate-limiter.ts';
import { RightProofs } from './right-proofs.ts';

/** A call that costs a password's hash. Its keys are digests: no email or address is kept. */
export type Attempt = {
  /** Where it comes from. */
  readonly address: string;
  /** Whose password is tried: of an email, whether or not it has an account; undefined when the call names nobody. */
  readonly account: string | undefined;
  /** By what the caller is known already: a browser that was signed in to the account before, or a session. */
  readonly knownAs: string | undefined;
  /** What counts of it: see costsPassword in modules/kernel/route.ts. */
  readonly counts: 'when-wrong' | 'each-time' | 'sends-mail';
  /** Aborts when the caller is gone. */
  readonly signal: AbortSignal;
};

/**
 * Limits guesses at passwords, by account and by address, and right ones by who it is; and has those who try take turns.
 *
 * Whoever is known has wrong guesses of their own, as many as an account: somebody else's neither lock them out nor are theirs
 * more than a stranger's, should the cookie or the token be stolen. So do the mails that they ask for.
 */
export class PasswordAttempts {
  readonly #turns: FairTurns;
  readonly #accounts: Lockouts | undefined;
  readonly #addresses: Lockouts | undefined;
  readonly #known: Lockouts | undefined;
  readonly #mailed: Lockouts | undefined;
  readonly #right: RightProofs | undefined;

  /** @param options.perAccount a minute, 0 for off; so is `perAddress` */
  constructor(options: { turns: FairTurns; limiters: RateLimiters; perAccount: number; perAddress: number }) {
    const { turns, limiters, perAccount, perAddress } = options;
    const lockouts = (name: string, perMinute: number) =>
      perMinute > 0 ? new Lockouts(limiters, name, perMinute) : undefined;
    this.#turns = turns;
    this.#accounts = lockouts('account', perAccount);
    this.#addresses = lockouts('address', perAddress);
    this.#mailed = lockouts('mailed', perAccount);
    // As often as somebody could be wrong who is never locked out.
    this.#right = perAccount > 0 ? new RightProofs(limiters, perAccount * 60) : undefined;
    this.#known = lockouts('known', perAccount || perAddress);
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#turns.waiting;
  }

  /**
   * Does the work when its turn comes.
   * @throws TooMany where somebody has been wrong too often; Busy when too many wait; what the work throws.
   */
  async run<Result>(attempt: Attempt, work: () => Promise<Result>): Promise<Result> {
    const check = async () => {
      await this.#each(attempt, (lockouts, key) => lockouts.check(key));
      await this.#eachRight(attempt, (right, key) => right.check(key));
    };
    await check();
    const { address: group, knownAs, signal } = attempt;
    const turn = () => this.#attempt(attempt, check, work);
    return this.#turns.run({ group, isKnown: knownAs !== undefined }, turn, signal);
  }

  /**
   * Counts what somebody proved without a password, at an issuer, as if a right one had: it is written down as well.
   * @throws TooMany where there were as many as there may be
   */
  async proved(key: string): Promise<void> {
    await this.#right?.check(key);
    await this.#right?.count(key);
  }

  async #attempt<Result>(attempt: Attempt, check: () => Promise<void>, work: () => Promise<Result>): Promise<Result> {
    await check(); // Others may have failed meanwhile, and a hash is dear.
    const failed = () => this.#each(attempt, (lockouts, key) => lockouts.failed(key));
    if (attempt.counts !== 'when-wrong') {
      await failed();
      return work();
    }
    const result = await work().catch(async (reason: unknown) => {
      // Guesses that come all at once: after too many failures the right one must not stand out, whatever it meets then.
      await (reason instanceof Unauthorized || reason instanceof Forbidden ? failed() : check());
      // Nobody's email comes with the second proof, and there is one for each first.
      if (reason instanceof SecondFactorWanted) await this.#eachRight(attempt, (right, key) => right.count(key));
      throw reason;
    });
    await check();
    await this.#eachRight(attempt, (right, key) => right.count(key));
    return result;
  }

  /** By account, or by what the caller is known by: whoever has the password too keeps no browser of the owner's out. */
  async #eachRight(
    { counts, knownAs, account }: Attempt,
    ask: (right: RightProofs, key: string) => Promise<void>,
  ): Promise<void> {
    const key = knownAs ?? account;
    if (counts === 'when-wrong' && key !== undefined && this.#right) await ask(this.#right, key);
  }

  async #each(attempt: Attempt, ask: (lockouts: Lockouts, key: string) => Promise<void>): Promise<void> {
    const { knownAs, account, address, counts } = attempt;
    if (knownAs !== undefined && counts === 'when-wrong') {
      if (this.#known) await ask(this.#known, knownAs);
      return;
    }
    const byAccount = { 'when-wrong': this.#accounts, 'sends-mail': this.#mailed, 'each-time': undefined }[counts];
    // Mails that somebody known asks for count as theirs: without this, whoever asks for an address keeps its owner from asking.
    const whose = counts === 'sends-mail' ? (knownAs ?? account) : account;
    const asked = [
      this.#addresses && ask(this.#addresses, address),
      whose !== undefined && byAccount && ask(byAccount, whose),
    ];
    // Each counts, also when another says that it is too much already.
    const [refusal] = (await Promise.allSettled(asked)).filter((outcome) => outcome.status === 'rejected');
    if (refusal) throw refusal.reason;
  }
}
