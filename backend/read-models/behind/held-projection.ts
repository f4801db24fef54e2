import type { Change } from '../../../modules/kernel/read-models.ts';
import type { Stored } from '../sqlite-writes.ts';
import { Eras } from './eras.ts';
import { KeptPages } from './kept-pages.ts';
import type { Memory } from './memory.ts';
import { come, type Entries, isSame, type Kept, Memtable } from './memtable.ts';

/** So much that was written at once stays in the memory afterwards, in bytes. When it is more, a log is replayed. */
const mostToStay = 2 * 1024 * 1024;
/** Of so many lists it stays known how many entries the file has in them: of all people who order in an hour or two. */
const mostCounts = 4_000;
/** More than so many changes at once are of a log that is replayed: nobody asks for their lists before they are written. */
const few = 200;

/** How many entries of a list the file has at a position. */
type Counted = { readonly position: bigint | undefined; readonly entries: number };

/**
 * One projection as this process has it: what is in the file, with what was committed since above it. The file may be
 * written by other processes too, which fold the same log. As long as it is not further than the memory, that is nothing but
 * less to write.
 */
export class HeldProjection {
  readonly name: string;
  readonly #memory: Memory;
  #keptAs: string;
  readonly pages: KeptPages;
  /** Where the file was when it was looked at last; undefined when it has nothing of the projection. */
  #stored: Stored | undefined;
  #at: bigint | undefined;
  isLoaded = false;
  readonly eras = new Eras();
  #unwritten = new Memtable();
  #writing: { readonly memtable: Memtable; readonly upTo: bigint } | undefined;
  /** What was written last: it costs nothing to have it a little longer, and much of it is asked for again at once. */
  #written: ReadonlyMap<string, Kept> = new Map();
  readonly #counts = new Map<string, Counted>();
  /** Whether of every change it is known what it changed, so that lists can be counted. */
  isCounting = false;
  /** Ends the dropping that is under way. */
  dropping: Promise<void> | undefined;

  constructor(name: string, memory: Memory) {
    this.name = name;
    this.#memory = memory;
    this.#keptAs = memory.newName();
    this.pages = new KeptPages(memory.pages);
  }

  /** The checkpoint. */
  get at(): bigint | undefined {
    return this.#at;
  }

  /** What it has that is not in the file, in bytes, about. */
  get bytes(): number {
    return this.#unwritten.bytes + (this.#writing?.memtable.bytes ?? 0);
  }

  get isToBeWritten(): boolean {
    return this.isLoaded && this.#at !== undefined && this.#at !== (this.#writing?.upTo ?? this.#stored?.position);
  }

  /** Whether the file still lacks what the memory had at a position, and has. */
  lacks(position: bigint): boolean {
    return this.isLoaded && (this.#at ?? -1n) >= position && (this.#stored?.position ?? -1n) < position;
  }

  /** The memtables that stand above the file, the newest first. */
  get memtables(): readonly Memtable[] {
    return this.#writing ? [this.#unwritten, this.#writing.memtable] : [this.#unwritten];
  }

  isUnwritten(id: string): boolean {
    return this.#unwritten.changes.has(id) || (this.#writing?.memtable.changes.has(id) ?? false);
  }

  /** A document, if the memory knows it. */
  find(id: string): Kept | undefined {
    return (
      this.#unwritten.changes.get(id) ??
      this.#writing?.memtable.changes.get(id) ??
      this.#written.get(id) ??
      this.#memory.documents.get(this.#keptAs + id)
    );
  }

  /** Keeps what was read from the file. That something is not there is known mostly once, before it comes. */
  keep(id: string, kept: Kept): void {
    const isWorthIt = kept.document !== undefined || this.isCounting;
    if (isWorthIt && !this.isUnwritten(id)) this.#memory.documents.set(this.#keptAs + id, kept);
  }

  /** Lets go of what the file has too. */
  letGo(): void {
    this.#written = new Map();
  }

  /**
   * Learns where the file is, whenever it was read. What is further than the memory, is further back than it was or was built
   * anew in between takes the place of all that the memory has; what others have written of it needs not be written again.
   * True when what stands above the file has changed by that.
   */
  meet(seen: Stored | undefined): boolean {
    const position = seen?.position ?? -1n;
    const known = this.#stored?.position ?? -1n;
    const isOther = this.#stored !== undefined && this.#stored.number !== seen?.number;
    if (!this.isLoaded || isOther || position < known || position > (this.#at ?? -1n)) {
      this.#takeOver(seen);
      return true;
    }
    const isOurs = position === known || position === this.#writing?.upTo;
    this.#stored = seen;
    if (!isOurs) this.#rebase(position);
    return !isOurs;
  }

  /** Whether a commit goes on from what the memory has, and not from what was at the same position before all was replaced. */
  goesOnFrom(expected: bigint | undefined): boolean {
    return this.#at === expected && (expected === undefined || this.eras.isKnown);
  }

  /** What the documents of a commit were before, of those of which that must be known and is not. */
  unknownOf(changes: readonly Change[]): string[] {
    if (!this.isCounting) return [];
    return changes.filter(({ id, isNew }) => !isNew && this.find(id) === undefined).map(({ id }) => id);
  }

  /** Takes a commit that goes on from where the memory is. `before`: entries that were looked up for it. */
  take(next: bigint, changes: readonly Change[], before?: ReadonlyMap<string, Entries>): void {
    const { documents } = this.#memory;
    const areMany = changes.length > few;
    for (const { id, document, entries, isNew } of changes) {
      const name = this.#keptAs + id;
      const inUse = documents.size > 0 ? documents.get(name) : undefined;
      const below = this.#writing?.memtable.changes.get(id) ?? this.#written.get(id) ?? inUse;
      const earlier = this.#unwritten.changes.get(id) ?? below;
      const listed = areMany ? JSON.stringify(entries) : entries;
      const kept = { document, entries: document === undefined ? [] : listed };
      this.#unwritten.put(id, { ...kept, at: next, before: below?.entries ?? (isNew ? [] : before?.get(id)) });
      if (inUse?.document !== undefined) documents.set(name, kept);
      else if (inUse) documents.delete(name); // That it is not there: it was looked up for this, and mostly for nothing else.
      if (!this.pages.isEmpty && !isSame(earlier, kept)) this.pages.changed(id, come(earlier, kept));
    }
    this.#at = next;
    this.eras.committed();
  }

  /** What is to be written now, and where it goes on from. It stays readable until `written` or `notWritten` is said. */
  beginWriting(): { readonly memtable: Memtable; readonly from: Stored | undefined; readonly upTo: bigint } {
    const upTo = this.#at ?? 0n;
    const memtable = this.#unwritten;
    this.#writing = { memtable, upTo };
    this.#unwritten = new Memtable();
    return { memtable, from: this.#stored, upTo };
  }

  /** Whether this is still what is being written: not, when the file was seen to be elsewhere meanwhile. */
  isWriting(memtable: Memtable): boolean {
    return this.#writing?.memtable === memtable;
  }

  /** What was to be written is in the file. */
  written(memtable: Memtable, stored: Stored): void {
    if (!this.isWriting(memtable)) return;
    for (const [list, { position, entries }] of this.#counts) {
      const grown = position === stored.position ? 0 : memtable.growthOf(list);
      this.#counts.set(list, { position: stored.position, entries: entries + grown });
    }
    this.#stored = stored;
    this.#writing = undefined;
    if (memtable.bytes <= mostToStay) this.#written = memtable.changes;
    else this.letGo();
  }

  /** It was refused, since the file is elsewhere; or it could not be written at all, and `seen` is left out. */
  notWritten(memtable: Memtable, seen?: { readonly stored: Stored | undefined }): void {
    if (seen && this.isWriting(memtable)) this.meet(seen.stored);
    if (this.isWriting(memtable)) this.#rebase(this.#stored?.position ?? -1n);
  }

  /** Begins to know what every change changes. `lookUp`: the entries of a document in the file, which has just been met. */
  beginCounting(lookUp: (id: string) => Entries): void {
    if (this.isCounting) return;
    const isWritten = this.#writing?.upTo === this.#stored?.position;
    if (this.#writing && !isWritten) this.#writing.memtable.lookBelow(lookUp);
    const below = this.#writing?.memtable.changes;
    this.#unwritten.lookBelow((id) => below?.get(id)?.entries ?? lookUp(id));
    this.isCounting = true;
  }

  /** How many entries a list has; undefined when the file has to be asked how many it has. */
  count(list: string): number | undefined {
    const counted = this.#counts.get(list);
    if (!counted || !this.isCounting) return undefined;
    if (this.#counts.delete(list)) this.#counts.set(list, counted); // What was asked for least lately comes first.
    const isIn = counted.position === this.#writing?.upTo;
    const growing = this.#writing && !isIn ? this.#writing.memtable.growthOf(list) : 0;
    return counted.entries + growing + this.#unwritten.growthOf(list);
  }

  /** Whether the file was seen here last, and it is known since what every change changes. */
  isAt(stored: Stored | undefined): boolean {
    const isSame = stored?.number === this.#stored?.number && stored?.position === this.#stored?.position;
    return this.isLoaded && this.isCounting && isSame;
  }

  /** Learns how many entries of a list the file has, which has just been met. */
  counted(list: string, entries: number): void {
    this.#counts.set(list, { position: this.#stored?.position, entries });
    const [least] = this.#counts.keys();
    if (this.#counts.size > mostCounts && least !== undefined) this.#counts.delete(least);
  }

  /** Forgets what it has in the memory; what the file has is looked at again. */
  forget(): void {
    this.#takeOver(undefined);
    this.isLoaded = false;
  }

  #takeOver(seen: Stored | undefined): void {
    this.eras.replaced();
    this.#stored = seen;
    this.#at = seen?.position;
    this.isLoaded = true;
    this.#unwritten = new Memtable();
    this.#writing = undefined;
    this.letGo();
    this.#counts.clear();
    this.isCounting = false;
    this.#memory.retire(this.#keptAs);
    this.#keptAs = this.#memory.newName();
    this.pages.clear();
  }

  /** Somebody else has written up to here: what is left is what came after. */
  #rebase(position: bigint): void {
    const memtable = new Memtable();
    for (const each of this.memtables.toReversed()) {
      for (const [id, change] of each.changes) {
        if (change.at > position) memtable.put(id, { ...change, before: undefined });
      }
    }
    this.#unwritten = memtable;
    this.#writing = undefined;
    this.letGo();
    this.#counts.clear();
    this.isCounting = false;
  }
}
