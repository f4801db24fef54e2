import { Busy } from '../../modules/kernel/errors.ts';
import { Lane } from '../runtime/concurrency/lane.ts';

/** Who asks for a turn: those of one group wait for one another; those who are known go before those who are not. */
export type Applicant = { readonly group: string; readonly isKnown: boolean };

/** How long anybody waits, in ms: a connection over which nothing goes for 30 s is cut, and would say nothing of it. */
const patience = 20_000;
/** Of so many turns in a row, one is for whoever is not known, if anybody is. */
const oneOf = 4;

/**
 * Fair queueing: so many pieces of work run at once, and the others take turns by group (round robin), so that whoever
 * comes from elsewhere need not wait for all that one address has sent. Whoever is known has a lane of their own, which goes
 * first. Both are short: of a group that takes more room than any other the newest goes when somebody else comes.
 */
export class FairTurns {
  readonly #atOnce: number;
  readonly #mostOfOne: number;
  readonly #refusal: string;
  readonly #known: Lane;
  readonly #unknown: Lane;
  #running = 0;
  #taken = 0;

  /** @param options.most who may wait in each lane; `mostOfOne`: of one group. `refusal`: what the others are told */
  constructor(options: { atOnce: number; most: number; mostOfOne: number; refusal: string }) {
    this.#atOnce = options.atOnce;
    this.#mostOfOne = options.mostOfOne;
    this.#refusal = options.refusal;
    this.#known = new Lane({ ...options, patience });
    this.#unknown = new Lane({ ...options, patience });
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#known.size + this.#unknown.size;
  }

  /**
   * @param signal gives the place back when it aborts; work that has begun runs to its end.
   * @throws Busy when there is no place, somebody else's claim to it is better, or it would take too long; the signal's
   *   reason when it aborts.
   */
  async run<Result>(applicant: Applicant, work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#wait(applicant, signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #wait({ group, isKnown }: Applicant, signal: AbortSignal): Promise<void> {
    const lane = isKnown ? this.#known : this.#unknown;
    if (lane.countOf(group) >= this.#mostOfOne) throw new Busy(this.#refusal);
    return lane.wait(group, signal);
  }

  /** Hands the place on; nobody can slip in between. */
  #leave(): void {
    this.#taken += 1;
    const [first, then] = this.#taken % oneOf === 0 ? [this.#unknown, this.#known] : [this.#known, this.#unknown];
    if (!first.next() && !then.next()) this.#running -= 1;
  }
}
