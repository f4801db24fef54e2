import { Busy, TooMany } from '../errors.ts';

declare const placed: unique symbol;

/** Seconds after which to ask again. */
const askAgain = 5;
/** For how long in all a reader may keep their pieces waiting until the place is somebody else's who finds none, in milliseconds. */
const usualPatience = 60_000;

/** A place that is taken, how long its reader has kept it waiting, and since when they do. */
type Place = { readonly who: string; waited: number; since: number | undefined };

type Bounds = {
  readonly inAll: number;
  readonly each: number;
  readonly refusal: string;
  readonly patience?: number;
};

/** The pieces of a long answer for which a place is taken: made by FewAtOnce alone, so that no long answer leaves it out. */
export type Placed<Piece> = AsyncGenerator<Piece, void, undefined> & { readonly [placed]: true };

/**
 * Long answers that are made piece by piece, and work that may wait long, so many at once, and so many of them for one: whoever reads
 * slowly, or never, keeps others of their own waiting, and nobody else: where no place is left, who has kept theirs waiting the longest gives it to who comes.
 */
export class FewAtOnce {
  readonly #bounds: Bounds;
  readonly #places = new Set<Place>();

  constructor(bounds: Bounds) {
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
    const place = this.#enter(who);
    try {
      return await work();
    } finally {
      this.#places.delete(place);
    }
  }

  async *#inPlace<Piece>(who: string, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece, void, undefined> {
    const place = this.#enter(who);
    try {
      for await (const piece of pieces) {
        // Said to whoever goes on, where there is more: an end would look like that of the whole.
        if (!this.#places.has(place)) throw this.#busy();
        place.since = performance.now();
        yield piece;
        place.waited = waitedFor(place, performance.now());
        place.since = undefined;
      }
    } finally {
      this.#places.delete(place);
    }
  }

  #enter(who: string): Place {
    const { inAll, each, refusal } = this.#bounds;
    const theirs = this.#places.values().filter((place) => place.who === who);
    if (theirs.toArray().length >= each) throw new TooMany(refusal, askAgain);
    if (this.#places.size >= inAll) this.#makeRoom();
    const place = { who, waited: 0, since: undefined };
    this.#places.add(place);
    return place;
  }

  #makeRoom(): void {
    const { patience = usualPatience } = this.#bounds;
    const now = performance.now();
    const held = this.#places.values().filter(({ since }) => since !== undefined);
    const [slowest] = held.toArray().toSorted((one, other) => waitedFor(other, now) - waitedFor(one, now));
    if (!slowest || waitedFor(slowest, now) < patience) throw this.#busy();
    this.#places.delete(slowest);
  }

  #busy(): Busy {
    return new Busy(this.#bounds.refusal, askAgain);
  }
}

const waitedFor = ({ waited, since = Number.POSITIVE_INFINITY }: Place, now: number) =>
  waited + Math.max(0, now - since);
