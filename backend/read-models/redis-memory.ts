import type { Change } from '../../modules/kernel/read-models.ts';
import { listsIn, prefixOf } from './redis-keys.ts';
import type { KeptDocument, KeptPage, ReadPage, RedisRoom } from './redis-room.ts';

/** The last commit of a projection: its position, and an id that no other commit has. Undefined where there was none. */
export type LastCommit = { readonly position: string | undefined; readonly id: string | undefined };

/** A page as it is asked for, and what it is kept under. */
export type PageKey = { readonly key: string; readonly list: string };

/** Changes of a commit, and which of them are listed elsewhere now, with the places that they had before, as they are kept. */
export type Committed = {
  readonly changes: readonly Change[];
  readonly moved: ReadonlyMap<number, string>;
};

/** What a commit touched: documents, and lists that one of them joined or left. */
type Touched = { readonly ids: ReadonlySet<string>; readonly lists: ReadonlySet<string> };

/** How many commits are looked through for whether they touched a page, and how many changes they have together. */
const mostCommits = 256;
const mostChanges = 10_000;

/**
 * What a node remembers of one projection in Redis (a cache). All of it that is of this era is true as of the last commit
 * that the node knows of; whether that still is the last is asked each time (RedisReadings). What this node commits is
 * brought up to date; after a commit of somebody else a new era begins, and what is older is only good for telling that
 * nothing has changed.
 */
export class RememberedProjection {
  readonly #name: string;
  readonly #room: RedisRoom;
  #last: LastCommit | undefined;
  #asOf: bigint | undefined;
  #era: number;
  /** What the last commits of this node touched; the number of the first of them. */
  #touched: Touched[] = [];
  #first = 0;
  #changes = 0;
  #commitsSincePage = mostCommits;

  constructor(name: string, room: RedisRoom) {
    this.#name = name;
    this.#room = room;
    this.#era = room.nextEra();
  }

  /** The position of the last commit that is known. */
  get asOf(): bigint | undefined {
    return this.#asOf;
  }

  /** Whether it is worth knowing what a commit moves: somebody has asked for a page not long ago. */
  get hasPages(): boolean {
    return this.#commitsSincePage < mostCommits;
  }

  /** Takes note of the last commit as Redis says it. False when it is another than the one that was known. */
  observe(last: LastCommit): boolean {
    if (this.#last && isSame(this.#last, last)) return true;
    this.#begin(last);
    return false;
  }

  document(id: string): string | undefined {
    const kept = this.#document(id);
    return kept?.era === this.#era ? kept.text : undefined;
  }

  /** A document as it was read just now: the same string as before where it is the same text. */
  learn(id: string, text: string): string {
    const kept = this.#document(id);
    if (kept?.text === text) {
      kept.era = this.#era;
      return kept.text;
    }
    this.#room.kept.set(this.#keyOf(id), { era: this.#era, text, bytes: sizeOf(text) });
    return text;
  }

  page({ key }: PageKey): ReadPage | undefined {
    this.#commitsSincePage = 0;
    const kept = this.#page(key);
    if (kept?.era !== this.#era || kept.seen < this.#first) return undefined;
    const missed = this.#touched.slice(kept.seen - this.#first);
    if (missed.some((commit) => touches(commit, kept))) return undefined;
    kept.seen = this.#first + this.#touched.length;
    return kept.page;
  }

  /** A page as it was read just now: the same one as before where nothing in it has changed. */
  learnPage({ key, list }: PageKey, read: ReadPage): ReadPage {
    const seen = this.#first + this.#touched.length;
    const kept = this.#page(key);
    if (kept && isSamePage(kept.page, read)) {
      kept.era = this.#era;
      kept.seen = seen;
      return kept.page;
    }
    const bytes = [...read.documents, ...read.ids].reduce((sum, text) => sum + sizeOf(text), sizeOf(key));
    this.#room.kept.set(`${this.#name} page ${key}`, { era: this.#era, page: read, list, seen, bytes });
    return read;
  }

  /** What this node has committed after `before`, which is no longer the last. */
  committed(before: LastCommit, last: LastCommit, committed: Committed): void {
    // Somebody else committed in between, or nothing is known yet.
    if (!this.#last || !isSame(this.#last, before)) this.#begin(last);
    else this.#moveTo(last);
    for (const { id, document } of committed.changes) {
      const key = this.#keyOf(id);
      if (!this.#room.kept.has(key)) continue;
      if (document === undefined) this.#room.kept.delete(key);
      else this.#room.kept.set(key, { era: this.#era, text: document, bytes: sizeOf(document) });
    }
    this.#touch(committed);
  }

  #touch({ changes, moved }: Committed): void {
    this.#commitsSincePage += 1;
    this.#changes += changes.length;
    if (!this.hasPages || this.#touched.length === mostCommits || this.#changes > mostChanges) this.#forgetTouched();
    if (!this.hasPages) return;
    const lists = new Set<string>();
    for (const [number, before] of moved) {
      for (const list of listsIn(before)) lists.add(list);
      for (const entry of listedBy(changes[number])) lists.add(prefixOf(entry).toWellFormed());
    }
    this.#touched.push({ ids: new Set(changes.map(({ id }) => id)), lists });
  }

  /** Pages that were read before are not known to be true any more. */
  #forgetTouched(): void {
    this.#first += this.#touched.length + 1;
    this.#touched = [];
    this.#changes = 0;
  }

  #begin(last: LastCommit): void {
    this.#era = this.#room.nextEra();
    this.#forgetTouched();
    this.#moveTo(last);
  }

  #moveTo(last: LastCommit): void {
    this.#last = last;
    this.#asOf = last.position === undefined ? undefined : BigInt(last.position);
  }

  #document(id: string): KeptDocument | undefined {
    const kept = this.#room.kept.get(this.#keyOf(id));
    return kept && 'text' in kept ? kept : undefined;
  }

  #page(key: string): KeptPage | undefined {
    const kept = this.#room.kept.get(`${this.#name} page ${key}`);
    return kept && 'page' in kept ? kept : undefined;
  }

  #keyOf(id: string): string {
    return `${this.#name} document ${id}`;
  }
}

function listedBy(change: Change | undefined): Change['entries'] {
  return change?.document === undefined ? [] : change.entries;
}

function isSame(one: LastCommit, other: LastCommit): boolean {
  return one.id === other.id && one.position === other.position;
}

function isSamePage(one: ReadPage, other: ReadPage): boolean {
  return (
    one.next === other.next &&
    one.documents.length === other.documents.length &&
    one.documents.every((document, n) => document === other.documents[n] && one.ids[n] === other.ids[n])
  );
}

function touches(commit: Touched, { list, page }: KeptPage): boolean {
  return commit.lists.has(list) || page.ids.some((id) => commit.ids.has(id));
}

/** Two bytes a character, at the most, and what it takes to keep it. */
function sizeOf(text: string): number {
  return 2 * text.length + 100;
}
