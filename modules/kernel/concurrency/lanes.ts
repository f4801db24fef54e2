import { ConcurrencyLimit } from './concurrency-limit.ts';

type Lane = { readonly oneAtATime: ConcurrencyLimit; users: number };

/**
 * Work about the same thing is done one after the other, first come, first served, and work about different things side by side. Each
 * thing has a lane for as long as somebody is in it.
 */
export class Lanes {
  readonly #limit: { readonly atOnce: 1; readonly mostWaiting: number; readonly refusal: string };
  readonly #lanes = new Map<string, Lane>();

  /** @param bounds how many may wait in a lane, and what whoever finds no place is told */
  constructor(bounds: { readonly mostWaiting: number; readonly refusal: string }) {
    this.#limit = { atOnce: 1, ...bounds };
  }

  /**
   * @param things what the work is about. Their lanes are entered in one order by everybody, so that no two wait for each other.
   * @param signal gives the places back when it aborts; work that has begun runs to its end.
   * @throws Busy when too many wait in a lane already; the signal's reason when it aborts before the work begins.
   */
  run<Result>(things: readonly string[], work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const inOrder = [...new Set(things)].sort();
    const entered = inOrder.reduceRight((inside, thing) => () => this.#in(thing, inside, signal), work);
    return entered();
  }

  async #in<Result>(thing: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const lane = this.#lanes.get(thing) ?? { oneAtATime: new ConcurrencyLimit(this.#limit), users: 0 };
    this.#lanes.set(thing, lane);
    lane.users += 1;
    try {
      return await lane.oneAtATime.run(work, signal);
    } finally {
      lane.users -= 1;
      if (lane.users === 0) this.#lanes.delete(thing);
    }
  }
}
