import { WaitingByGroup } from '../../runtime/concurrency/waiting-by-group.ts';
import { afterNewcomers } from '../../runtime/scheduling/newcomers.ts';

/** Milliseconds of a round of the event loop in which calls may begin. */
const slice = 5;
/** How many calls begin in one at most: of those that wait for something before they are answered, a slice sees the beginning alone. */
const most = 64;

/**
 * Begins calls for a few milliseconds of each round of the event loop; the others in the rounds to come, in turn by where they come from: a
 * thousand connections of one address would else keep everybody waiting for all that they ask.
 * Node takes one new connection in each round (libuv), so that rounds in which two hundred connections have their calls carried out keep
 * everybody out who comes anew, whatever those calls are answered: a refusal, say.
 */
export class RoundSlice {
  #ends: number | undefined;
  #left = most;
  readonly #waiting = new WaitingByGroup<() => void>();

  /** @param groupOf where it comes from; asked where it has to wait */
  begin(call: () => void, groupOf: () => string = () => ''): void {
    if (this.#ends === undefined) this.#open();
    if (this.#waiting.size > 0 || !this.#mayBegin()) this.#waiting.add(groupOf(), call);
    else this.#beginNow(call);
  }

  #mayBegin(): boolean {
    return this.#left > 0 && this.#ends !== undefined && performance.now() < this.#ends;
  }

  #beginNow(call: () => void): void {
    this.#left -= 1;
    call();
  }

  #open(): void {
    this.#ends = performance.now() + slice;
    this.#left = most;
    afterNewcomers(() => void this.#nextRound());
  }

  async #nextRound(): Promise<void> {
    this.#ends = undefined;
    if (this.#waiting.size === 0) return;
    this.#open();
    while (this.#mayBegin()) {
      const call = this.#waiting.next();
      if (!call) return;
      this.#beginNow(call);
      await undefined; // What it goes on with at once is of this round, too.
    }
  }
}
