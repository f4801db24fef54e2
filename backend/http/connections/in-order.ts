/** What stands in a line: between which two others. */
export interface Standing<Each> {
  before: Each | undefined;
  after: Each | undefined;
}

/**
 * Those that are there, the one that was moved to the end the longest ago first. The places are the things' own, so that moving one makes nothing. In a
 * Map each move would be a deletion and an entry, and of a Map that goes on so V8 makes a new table ever again, to which the one before
 * still leads (docs/decisions/0099).
 */
export class InOrder<Each extends Standing<Each>> {
  #first: Each | undefined;
  #last: Each | undefined;

  /** At the end, whether it is there already or not. */
  moveToEnd(one: Each): void {
    if (one === this.#last) return;
    this.remove(one);
    one.before = this.#last;
    if (this.#last) this.#last.after = one;
    else this.#first = one;
    this.#last = one;
  }

  /** Does nothing when it is not there. */
  remove(one: Each): void {
    const { before, after } = one;
    if (before) before.after = after;
    else if (this.#first === one) this.#first = after;
    if (after) after.before = before;
    else if (this.#last === one) this.#last = before;
    one.before = undefined;
    one.after = undefined;
  }

  /** The one that it gave last may be removed meanwhile. */
  *[Symbol.iterator](): Generator<Each, void, undefined> {
    for (let one = this.#first; one; ) {
      const { after } = one;
      yield one;
      one = after;
    }
  }
}
