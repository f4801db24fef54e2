/**
 * Those who wait, by group (fair queueing): the groups take turns, and within each of them it is first come, first served. Nobody waits
 * twice at once.
 */
export class WaitingByGroup<Waiting> {
  readonly #groups = new Map<string, Set<Waiting>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  countOf(group: string): number {
    return this.#groups.get(group)?.size ?? 0;
  }

  add(group: string, waiting: Waiting): void {
    const of = this.#groups.get(group);
    if (of) of.add(waiting);
    else this.#groups.set(group, new Set([waiting]));
    this.#size += 1;
  }

  remove(group: string, waiting: Waiting): void {
    const of = this.#groups.get(group);
    if (!of?.delete(waiting)) return;
    this.#size -= 1;
    if (of.size === 0) this.#groups.delete(group);
  }

  /** Takes out whose turn it is; the next of the same group comes after those of all others. */
  next(): Waiting | undefined {
    for (const [group, of] of this.#groups) {
      this.#groups.delete(group);
      this.#groups.set(group, of);
      for (const first of of) {
        this.remove(group, first);
        return first;
      }
    }
    return undefined;
  }

  /** The group that most wait of, but for one. */
  longest({ but }: { readonly but: string | undefined }): string | undefined {
    let longest: string | undefined;
    for (const group of this.#groups.keys()) {
      if (group === but) continue;
      if (longest === undefined || this.countOf(group) > this.countOf(longest)) longest = group;
    }
    return longest;
  }

  newestOf(group: string): Waiting | undefined {
    return [...(this.#groups.get(group) ?? [])].at(-1);
  }
}
