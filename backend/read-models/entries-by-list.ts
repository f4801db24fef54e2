import type { IndexEntry } from '../../modules/kernel/read-models.ts';

/** A row of the index. */
export type Entry = IndexEntry & { readonly id: string };

/** Entries that are gathered one by one, to be given in about the order of the index, which is all that the speed needs. */
export class EntriesByList {
  readonly #lists = new Map<string, Entry[]>();

  add({ index, key, sort }: IndexEntry, id: string): void {
    const name = `${index}\0${key}`;
    const list = this.#lists.get(name);
    if (list) list.push({ index, key, sort, id });
    else this.#lists.set(name, [{ index, key, sort, id }]);
  }

  *inOrder(): Generator<Entry> {
    for (const name of [...this.#lists.keys()].sort()) {
      const list = this.#lists.get(name) ?? [];
      // Those that are sorted by time mostly are already.
      yield* isInOrder(list) ? list : list.sort(compared);
    }
  }
}

function isInOrder(list: readonly Entry[]): boolean {
  return list.every((entry, at) => at === 0 || compared(list[at - 1] as Entry, entry) <= 0);
}

function compared(one: Entry, other: Entry): number {
  if (one.sort !== other.sort) return one.sort < other.sort ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
