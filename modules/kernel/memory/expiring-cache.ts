import { LRUCache } from 'lru-cache';

/**
 * A cache of so many entries, each until its time is up by the given clock. The least recently used goes first when there
 * is no room. No entry has a timer: what has expired goes when it is asked for, or when its room is needed.
 */
export class ExpiringCache<Value extends NonNullable<unknown>> {
  readonly #entries: LRUCache<string, Value>;
  readonly #now: () => number;

  /** @param options.dropped told of each key that is gone, for whatever reason but another value under it */
  constructor(options: { capacity: number; now: () => Date; dropped?: (key: string) => void }) {
    const { capacity, now, dropped } = options;
    this.#now = () => now().getTime();
    this.#entries = new LRUCache({
      // Not `max`, which has room for all of them from the beginning: of fifteen caches, most of which stay empty, 14 MB.
      maxSize: capacity,
      sizeCalculation: () => 1,
      perf: { now: this.#now },
      ttlResolution: 0, // Else the clock is not asked again within a millisecond of the real one.
      dispose: (_value, key, reason) => {
        if (reason !== 'set') dropped?.(key);
      },
    });
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  /** `until`: milliseconds since the Unix epoch. */
  set(key: string, value: Value, until: number): void {
    const now = this.#now();
    // A lifetime of 0 would be one for ever.
    if (until <= now) this.#entries.delete(key);
    // Expired is what is older than its lifetime: a millisecond older, so that it is at `until`.
    else this.#entries.set(key, value, { ttl: until - now, start: now - 1 });
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
