/** What was found out lately, each for a while. The least used goes first when there is no room. */
export class ExpiringCache<Value> {
  readonly #capacity: number;
  readonly #now: () => Date;
  readonly #entries = new Map<string, { value: Value; until: number }>();

  constructor(options: { capacity: number; now: () => Date }) {
    this.#capacity = options.capacity;
    this.#now = options.now;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (entry.until <= this.#now().getTime()) return undefined;
    // A Map keeps the order of insertion: the last used is the last one.
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** `until`: milliseconds since the Unix epoch. */
  set(key: string, value: Value, until: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until });
    if (this.#entries.size <= this.#capacity) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }
}
