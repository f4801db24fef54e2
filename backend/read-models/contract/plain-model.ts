import type { Change, IndexEntry, ListQuery } from '../../../modules/kernel/read-models.ts';

type Kept = { readonly id: string; readonly document: string; readonly entries: readonly IndexEntry[] };

/** One projection in the plainest way there is, to compare an adapter with. */
export class PlainModel {
  readonly #kept = new Map<string, Kept>();
  checkpoint: bigint | undefined;

  /** Whether the expected checkpoint was the right one. */
  commit(expected: bigint | undefined, next: bigint, changes: readonly Change[]): boolean {
    if (expected !== this.checkpoint) return false;
    this.checkpoint = next;
    for (const { id, document, entries } of changes) {
      if (document === undefined) this.#kept.delete(id);
      else this.#kept.set(id, { id, document, entries });
    }
    return true;
  }

  drop(): void {
    this.#kept.clear();
    this.checkpoint = undefined;
  }

  get(id: string): string | undefined {
    return this.#kept.get(id)?.document;
  }

  list({ index, key, order }: Omit<ListQuery, 'limit'>): string[] {
    const listed = [...this.#kept.values()].flatMap(({ id, document, entries }) => {
      const sorts = entries.filter((entry) => entry.index === index && entry.key === key).map(({ sort }) => sort);
      return [...new Set(sorts)].map((sort) => ({ sort, id, document }));
    });
    const ascending = listed.toSorted((a, b) => byBytes(a.sort, b.sort) || byBytes(a.id, b.id));
    return (order === 'ascending' ? ascending : ascending.toReversed()).map(({ document }) => document);
  }
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
