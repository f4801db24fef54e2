import type { Place } from '../../../modules/kernel/documents/cursor.ts';
import type { IndexEntry } from '../../../modules/kernel/read-models.ts';
import { addPlace, listOf, removePlace } from './places.ts';

/** Index entries; as JSON where they were read and nobody has looked at them. */
export type Entries = readonly IndexEntry[] | string;

/** A document as it is kept in memory: undefined for one that is known not to be there. */
export type Kept = { readonly document: string | undefined; readonly entries: Entries };

/** What became of a document since the file was last written, and by which position. */
export type Unwritten = Kept & {
  readonly at: bigint;
  /** Its entries in what is below this memtable; undefined where nobody has looked. */
  readonly before: Entries | undefined;
};

/** What a change takes beside its texts, in bytes, about. */
const overhead = 300;

/**
 * A memtable, as of a log-structured merge tree: the documents of one projection that changed since the file was last
 * written, each as it is now. What is in it stands above what the file says. Where they stand in lists, and by how much these
 * have grown, is found out when somebody asks: while a log is replayed nobody does.
 */
export class Memtable {
  readonly changes = new Map<string, Unwritten>();
  #bytes = 0;
  #places: Map<string, Place[]> | undefined;
  readonly #unplaced = new Set<string>();
  #growth: Map<string, number> | undefined;
  readonly #uncounted = new Set<string>();

  /** What it takes in the memory, about. */
  get bytes(): number {
    return this.#bytes;
  }

  put(id: string, change: Unwritten): void {
    const earlier = this.changes.get(id);
    if (earlier) {
      this.#bytes -= bytesOf(id, earlier);
      if (this.#places && !this.#unplaced.has(id)) this.#unplace(this.#places, id, earlier);
      if (this.#growth && !this.#uncounted.has(id)) count(this.#growth, earlier, -1);
    }
    this.changes.set(id, earlier ? { ...change, before: earlier.before } : change);
    this.#bytes += bytesOf(id, change);
    if (this.#places) this.#unplaced.add(id);
    if (this.#growth) this.#uncounted.add(id);
  }

  /** Where its documents stand in a list, in the order of the list. */
  placesIn(list: string): readonly Place[] {
    const places = this.#places ?? new Map<string, Place[]>();
    for (const id of this.#places ? this.#unplaced : this.changes.keys()) {
      const entries = entriesOf(this.changes.get(id)?.entries);
      for (const entry of entries) {
        const name = listOf(entry);
        const there = places.get(name) ?? [];
        if (there.length === 0) places.set(name, there);
        addPlace(there, { sort: entry.sort, id });
      }
    }
    this.#unplaced.clear();
    this.#places = places;
    return places.get(list) ?? [];
  }

  /** Finds out what the documents were listed under before, where nobody has looked yet. */
  lookBelow(lookUp: (id: string) => Entries): void {
    for (const [id, change] of this.changes) {
      if (change.before === undefined) this.changes.set(id, { ...change, before: lookUp(id) });
    }
  }

  /** By how many entries a list has grown, where it is known of all documents what they were listed under before. */
  growthOf(list: string): number {
    const growth = this.#growth ?? new Map<string, number>();
    for (const id of this.#growth ? this.#uncounted : this.changes.keys()) {
      const change = this.changes.get(id);
      if (change) count(growth, change, 1);
    }
    this.#uncounted.clear();
    this.#growth = growth;
    return growth.get(list) ?? 0;
  }

  #unplace(places: Map<string, Place[]>, id: string, { entries }: Kept): void {
    for (const entry of entriesOf(entries)) {
      const there = places.get(listOf(entry));
      if (there) removePlace(there, { sort: entry.sort, id });
      if (there?.length === 0) places.delete(listOf(entry));
    }
  }
}

/** The entries, each once. */
export function entriesOf(entries: Entries | undefined): readonly IndexEntry[] {
  const all: readonly IndexEntry[] = typeof entries === 'string' ? JSON.parse(entries) : (entries ?? []);
  return all.every((entry, at) => placeOf(entry, all) === at)
    ? all
    : all.filter((entry, at) => placeOf(entry, all) === at);
}

/** Where an entry stands among others; -1 when it does not. */
function placeOf({ index, key, sort }: IndexEntry, entries: readonly IndexEntry[]): number {
  for (let at = 0; at < entries.length; at++) {
    const one = entries[at];
    if (one?.sort === sort && one.key === key && one.index === index) return at;
  }
  return -1;
}

function count(growth: Map<string, number>, { entries, before }: Unwritten, sign: 1 | -1): void {
  const add = (entry: IndexEntry, by: number) => {
    const list = listOf(entry);
    const grown = (growth.get(list) ?? 0) + by;
    if (grown === 0) growth.delete(list);
    else growth.set(list, grown);
  };
  for (const entry of entriesOf(entries)) add(entry, sign);
  for (const entry of entriesOf(before)) add(entry, -sign);
}

/** Whether both are of the same text, and listed alike. */
export function isSame(earlier: Kept | undefined, kept: Kept): boolean {
  if (earlier === undefined || earlier.document !== kept.document) return false;
  return come(earlier, kept).length === 0 && come(kept, earlier).length === 0;
}

/** The entries that a document has now and did not have, as far as that is known. */
export function come(earlier: Kept | undefined, kept: Kept): readonly IndexEntry[] {
  const now = entriesOf(kept.entries);
  if (earlier === undefined || earlier.entries.length === 0) return now;
  const before = entriesOf(earlier.entries);
  return now.filter((entry) => placeOf(entry, before) === -1);
}

/** What a kept document takes in the memory, in bytes, about; as if it were of characters that take two. */
export function bytesOf(id: string, { document, entries }: Kept): number {
  const listed =
    typeof entries === 'string'
      ? entries.length
      : entries.reduce((sum, { key, sort }) => sum + key.length + sort.length + 40, 0);
  return overhead + 2 * (id.length + (document?.length ?? 0) + listed);
}
