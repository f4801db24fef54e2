/** Those who wait, by group: the groups take turns, and within each of them it is first come, first served. */
export class WaitingByGroup<Waiting> {
  readonly #groups = new Map<string, Waiting[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(group: string, waiting: Waiting): void {
    this.#size += 1;
    const of = this.#groups.get(group);
    if (of) of.push(waiting);
    else this.#groups.set(group, [waiting]);
  }

  /** Takes out whose turn it is; the next of the same group comes after those of all others. */
  next(): Waiting | undefined {
    for (const [group, of] of this.#groups) {
      const first = of.shift();
      this.#groups.delete(group);
      if (of.length > 0) this.#groups.set(group, of);
      this.#size -= 1;
      return first;
    }
    return undefined;
  }
}
