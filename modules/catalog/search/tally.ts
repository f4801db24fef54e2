/** Documents by their numbers, in no order, and at the same places what each is worth. */
export type Tallied = { readonly numbers: readonly number[]; readonly worth: readonly number[] };

/**
 * Adds up what documents are worth to a search, word by word; one that lacks a word is out. It is one for all searches, since
 * its arrays have a place for every document: what a search costs depends on what it finds, not on how much there is.
 */
export class Tally {
  /** By document: the most that it is worth for the word at hand, and all that it is worth for the words before. */
  #best = new Uint8Array(1_024);
  #total = new Uint32Array(1_024);
  /** Those that have the word at hand; those that had all words before, undefined before the first. */
  #having: number[] = [];
  #found: number[] | undefined;

  /** Makes room for documents with numbers below this. */
  reserve(size: number): void {
    if (size <= this.#best.length) return;
    this.#best = new Uint8Array(2 * size);
    this.#total = new Uint32Array(2 * size);
  }

  /** Says that a document has the word at hand, and what it is worth for that, from 1 to 255: the most that is said counts. */
  mark(number: number, worth: number): void {
    const before = this.#best[number] ?? 0;
    if (before === 0) this.#having.push(number);
    if (worth > before) this.#best[number] = worth;
  }

  /** Whether any document has the word at hand. */
  get isAny(): boolean {
    return this.#having.length > 0;
  }

  /** Goes on to the next word; false when no document has had them all. */
  next(): boolean {
    const still = this.#found ? this.#having.filter((number) => (this.#total[number] ?? 0) > 0) : this.#having;
    for (const number of this.#found ?? []) if (!this.#best[number]) this.#total[number] = 0;
    for (const number of still) this.#total[number] = (this.#total[number] ?? 0) + (this.#best[number] ?? 0);
    for (const number of this.#having) this.#best[number] = 0;
    this.#having = [];
    this.#found = still;
    return still.length > 0;
  }

  /** What was found, and begins anew. */
  end(): Tallied {
    const numbers = this.#found ?? [];
    const worth = numbers.map((number) => this.#total[number] ?? 0);
    for (const number of numbers) this.#total[number] = 0;
    this.#found = undefined;
    return { numbers, worth };
  }
}
