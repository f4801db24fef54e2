import { Busy, TooMany } from '../errors.ts';

declare const placed: unique symbol;

/** Seconds after which to ask again. */
const askAgain = 5;

/** The pieces of a long answer for which a place is taken: made by FewAtOnce alone, so that no long answer leaves it out. */
export type Placed<Piece> = AsyncGenerator<Piece, void, undefined> & { readonly [placed]: true };

/**
 * Long answers that are made piece by piece, and work that may wait long, so many at once, and so many of them for one: whoever reads
 * slowly, or never, keeps others of their own waiting, and nobody else.
 */
export class FewAtOnce {
  readonly #bounds: { readonly inAll: number; readonly each: number; readonly refusal: string };
  readonly #begun = new Map<string, number>();
  #inAll = 0;

  constructor(bounds: { readonly inAll: number; readonly each: number; readonly refusal: string }) {
    this.#bounds = bounds;
  }

  /**
   * The pieces as they are asked for. The place is taken with the first of them, and given back with the last, or when whoever
   * asks hangs up.
   * @param who for whom they are made
   * @throws TooMany with the first where they have as many as one may have, Busy where there is no place for anybody
   */
  of<Piece>(who: string, pieces: AsyncIterable<Piece>): Placed<Piece> {
    return this.#inPlace(who, pieces) as Placed<Piece>;
  }

  /**
   * Does some work for somebody.
   * @throws TooMany at once where they have as many as one may have, Busy where there is no place for anybody
   */
  async run<Result>(who: string, work: () => Promise<Result>): Promise<Result> {
    this.#enter(who);
    try {
      return await work();
    } finally {
      this.#leave(who);
    }
  }

  async *#inPlace<Piece>(who: string, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece, void, undefined> {
    this.#enter(who);
    try {
      yield* pieces;
    } finally {
      this.#leave(who);
    }
  }

  #enter(who: string): void {
    const { inAll, each, refusal } = this.#bounds;
    const theirs = this.#begun.get(who) ?? 0;
    if (theirs >= each) throw new TooMany(refusal, askAgain);
    if (this.#inAll >= inAll) throw new Busy(refusal, askAgain);
    this.#inAll += 1;
    this.#begun.set(who, theirs + 1);
  }

  #leave(who: string): void {
    this.#inAll -= 1;
    const left = (this.#begun.get(who) ?? 1) - 1;
    if (left > 0) this.#begun.set(who, left);
    else this.#begun.delete(who);
  }
}
