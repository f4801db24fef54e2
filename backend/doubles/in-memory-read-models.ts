import { cursorAfter, type Place, placeOf } from '../../modules/kernel/documents/cursor.ts';
import { idOfSum, plus } from '../../modules/kernel/documents/sums.ts';
import { CheckpointMoved } from '../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { Projection } from '../../modules/kernel/projection.ts';
import type { Change, Found, IndexEntry, ListQuery, Page, ReadModels } from '../../modules/kernel/read-models.ts';
import { type Added, addedBy } from '../feed/projections/folded-sums.ts';

type Kept = { readonly id: string; readonly document: string; readonly entries: readonly IndexEntry[] };
type Listed = { readonly id: string; readonly document: string; readonly sort: string; readonly at: string };
type Collection = { checkpoint: bigint; readonly kept: Map<string, Kept> };

/** Read models that are kept in memory. */
export class InMemoryReadModels implements ReadModels {
  readonly #collections = new Map<string, Collection>();

  async get(projection: string, id: string): Promise<Found> {
    const collection = this.#collections.get(projection);
    return { document: collection?.kept.get(id)?.document, asOf: collection?.checkpoint };
  }

  async getMany(projection: string, ids: readonly string[]): Promise<(string | undefined)[]> {
    const kept = this.#collections.get(projection)?.kept;
    return ids.map((id) => kept?.get(id)?.document);
  }

  async list(projection: string, query: ListQuery): Promise<Page> {
    const { index, key, order, limit } = query;
    const from = placeOf(projection, query);
    const after = from && placed(from);
    const ascending = this.#listed(projection, index, key);
    const listed = order === 'ascending' ? ascending : ascending.reverse();
    // What the cursor stands behind may be gone: its place counts.
    const isPassed = (at: string) => Math.sign(byteOrder(at, after ?? '')) !== (order === 'ascending' ? 1 : -1);
    const begin = after === undefined ? 0 : listed.filter(({ at }) => isPassed(at)).length;
    const page = listed.slice(begin, begin + limit);
    const next = begin + page.length < listed.length ? page.at(-1) : undefined;
    const asOf = this.#collections.get(projection)?.checkpoint;
    return {
      documents: page.map(({ document }) => document),
      next: next && cursorAfter(next, projection, query),
      asOf,
    };
  }

  async count(projection: string, index: string, key: string): Promise<number> {
    return this.#listed(projection, index, key).length;
  }

  async checkpoint(projection: string): Promise<bigint | undefined> {
    return this.#collections.get(projection)?.checkpoint;
  }

  async commit(projection: string, expected: bigint | undefined, next: bigint, changes: readonly Change[]) {
    const collection = this.#collections.get(projection);
    if (collection?.checkpoint !== expected) throw new CheckpointMoved(projection, expected);
    this.#write(projection, next, changes);
  }

  async drop(projection: string): Promise<void> {
    this.#collections.delete(projection);
  }

  async wipe(): Promise<void> {}

  async projections(): Promise<string[]> {
    return [...this.#collections.keys()];
  }

  async close(): Promise<void> {}

  /** Lets projections take in events at once, as the runner would soon after. */
  follow(projections: readonly Projection[], events: readonly StoredEvent[]): void {
    for (const event of events) {
      for (const projection of projections) {
        const id = projection.handles(event.type) ? projection.idOf(event) : undefined;
        if (id === undefined) continue;
        const before = this.#collections.get(projection.storedAs)?.kept.get(id)?.document;
        const was = before === undefined ? undefined : projection.documentOf(before);
        const after = projection.evolve(was, event);
        const document = after === undefined ? undefined : projection.textOf(after);
        const { isBeside, ...every } = projection.every;
        const entries = document === undefined ? [] : [...projection.entriesOf(projection.documentOf(document))];
        if (document !== undefined && isBeside) entries.push({ ...every, sort: '' });
        const sums = this.#sumsAfter(projection, addedBy(projection, was, after, event));
        this.#write(projection.storedAs, event.position, [{ id, document, entries }, ...sums]);
      }
    }
  }

  #sumsAfter({ storedAs, sums }: Projection, added: readonly Added[]): Change[] {
    // One event may add to a sum twice.
    const changed = new Map<string, Change>();
    for (const { addition, position } of added) {
      const id = idOfSum(addition.id);
      const before = changed.get(id)?.document ?? this.#collections.get(storedAs)?.kept.get(id)?.document;
      const sum = plus(before === undefined ? undefined : JSON.parse(before), addition, position);
      changed.set(id, { id, document: JSON.stringify(sum), entries: sums?.entriesOf(sum) ?? [] });
    }
    return [...changed.values()];
  }

  #write(projection: string, checkpoint: bigint, changes: readonly Change[]): void {
    const collection = this.#collections.get(projection) ?? { checkpoint, kept: new Map<string, Kept>() };
    collection.checkpoint = checkpoint;
    for (const { id, document, entries } of changes) {
      if (document === undefined) collection.kept.delete(id);
      else collection.kept.set(id, { id, document, entries });
    }
    this.#collections.set(projection, collection);
  }

  /** What is listed under a key, by `sort` and then by id; `at` is its place as a text. */
  #listed(projection: string, index: string, key: string): Listed[] {
    const kept = [...(this.#collections.get(projection)?.kept.values() ?? [])];
    const listed = kept.flatMap(({ id, document, entries }) =>
      entries
        .filter((entry) => entry.index === index && entry.key === key)
        .map(({ sort }) => ({ id, document, sort, at: placed({ sort, id }) })),
    );
    return listed.sort((one, other) => byteOrder(one.at, other.at));
  }
}

const placed = ({ sort, id }: Place) => `${sort}\0${id}`;
const byteOrder = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
