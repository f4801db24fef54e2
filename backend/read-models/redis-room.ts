import { LRUCache } from 'lru-cache';
import type { Page } from '../../modules/kernel/read-models.ts';

/** A page as it was read, and of which documents it is. */
export type ReadPage = Pick<Page, 'documents' | 'next'> & { readonly ids: readonly string[] };

/** In what state of the projection something was read: the number is of states that nothing is known to part. */
type Kept = { era: number; readonly bytes: number };
export type KeptDocument = Kept & { readonly text: string };
/** `seen`: the number of the commit up to which it is known to be untouched. */
export type KeptPage = Kept & { readonly page: ReadPage; readonly list: string; seen: number };

/** How long something is kept that nobody asks for, in ms: whoever was forgotten through another node may be in it. */
const longest = 45_000;
const sweepEvery = 10_000;

/** What a node keeps of all projections: so many bytes, about. What was least recently used goes first. */
export class RedisRoom {
  readonly kept: LRUCache<string, KeptDocument | KeptPage>;
  readonly #now: () => number;
  #swept: number;
  #eras = 0;

  /** @param now milliseconds of a clock that is never put back */
  constructor(bytes: number, now = () => performance.now()) {
    this.#now = now;
    this.#swept = now();
    this.kept = new LRUCache({
      maxSize: bytes,
      maxEntrySize: bytes >> 4,
      sizeCalculation: ({ bytes: of }) => of,
      ttl: longest,
      updateAgeOnGet: true,
      perf: { now },
      ttlResolution: 0, // Else the clock is not asked again within a millisecond of the real one.
    });
  }

  /** Lets go of what has not been looked at for long: the cache itself forgets it only when it needs the room. */
  sweep(): void {
    if (this.#now() - this.#swept < sweepEvery) return;
    this.#swept = this.#now();
    this.kept.purgeStale();
  }

  clear(): void {
    this.kept.clear();
  }

  /** A number for an era, which no other era has of any projection. */
  nextEra(): number {
    return ++this.#eras;
  }
}
