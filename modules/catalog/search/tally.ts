/** Documents by their numbers, in no order, and at the same places what each is worth. */
export type Tallied = { readonly numbers: Uint32Array; readonly worth: Uint32Array };

/**
 * Adds up what documents are worth to a search, word by word; one that lacks a word is out. It is one for all searches, since
 * its arrays have a place for every document: what a search costs depends on what it finds, not on how much there is.
 */
export class Tally {
  /** By document: the most that it is worth for the word at hand, and all that it is worth for the words before. */
  #best = new Uint8Array(1_024);
  #total = new Uint32Array(1_024);
  /** Those that have the word at hand; those that had all words before, none before the first. */
  #having = new Uint32Array(1_024);
  #found = new Uint32Array(1_024);
  #havingCount = 0;
  #foundCount = 0;
  #isFirst = true;

  /** Makes room for documents with numbers below this. */
  reserve(size: number): void {
    if (size <= this.#best.length) return;
    this.#best = new Uint8Array(2 * size);
    this.#total = new Uint32Array(2 * size);
    this.#having = new Uint32Array(2 * size);
    this.#found = new Uint32Array(2 * size);
  }

  /** Says that a document has the word at hand, and what it is worth for that, from 1 to 255: the most that is said counts. */
  mark(number: number, worth: number): void {
    const before = this.#best[number] ?? 0;
    if (before === 0) this.#having[this.#havingCount++] = number;
    if (worth > before) this.#best[number] = worth;
  }

  /** Whether any document has the word at hand. */
  get isAny(): boolean {
    return this.#havingCount > 0;
  }

  /** Goes on to the next word; false when no document has had them all. */
  next(): boolean {
    const [best, total, found, having] = [this.#best, this.#total, this.#found, this.#having];
    const isFirst = this.#isFirst;
    for (let at = 0; at < this.#foundCount; at++) {
      const number = found[at] ?? 0;
      if (best[number] === 0) total[number] = 0;
    }
    let count = 0;
    for (let at = 0; at < this.#havingCount; at++) {
      const number = having[at] ?? 0;
      const before = total[number] ?? 0;
      if (isFirst || before > 0) {
        total[number] = before + (best[number] ?? 0);
        found[count++] = number;
      }
      best[number] = 0;
    }
    this.#foundCount = count;
    this.#havingCount = 0;
    this.#isFirst = false;
    return count > 0;
  }

  /** What was found, and begins anew. */
  end(): Tallied {
    const total = this.#total;
    const numbers = this.#found.slice(0, this.#foundCount);
    const worth = numbers.map((number) => total[number] ?? 0);
    for (const number of numbers) total[number] = 0;
    this.#foundCount = 0;
    this.#isFirst = true;
    return { numbers, worth };
  }
}
