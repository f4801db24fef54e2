import type { Kept, Place } from '../../modules/audit/history-index.ts';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { Checkpointer } from '../runtime/sqlite/checkpointer.ts';
import { discard, isInPlace, type OpenFile, openFile } from '../runtime/sqlite/disposable-database.ts';
import { isBusy, isDamage, isOutOfReach } from '../runtime/sqlite/sqlite-fault.ts';
import { historyFile, prepareStatements, type Statements } from './history-file.ts';
import { IndexQueries } from './index-queries.ts';
import type { IndexedEvent } from './indexed-event.ts';
import { type KeptState, newestKept } from './kept-state.ts';
import { type Progress, progressOf } from './progress.ts';
import { Segments } from './segments.ts';
import { SegmentRows, writeSegment } from './stored-segment.ts';
import { Tail } from './tail.ts';

/** Pages that a segment takes, roughly. */
const pagesASegment = 200;
/** States of this process that still wait when another has written a segment. */
const mostKept = 256;

/** An open file, what reads it, and what this process knows besides; another after each that was put aside. */
type Open = OpenFile & {
  readonly statements: Statements;
  readonly tail: Tail;
  readonly segments: Segments;
  readonly queries: IndexQueries;
  /** States that are written with the next segment. */
  kept: KeptState[];
  /** What was made of the next segment ahead. */
  rows?: SegmentRows | undefined;
  epoch: number;
};

/**
 * The history index in one SQLite file of this machine. It is disposable: deleted, damaged or of another version it is made
 * again from the log. Several processes may share it: each follows the log and has the newest events in its memory, and whoever
 * first has a segment of them full writes it.
 */
export class HistoryIndexFile {
  readonly #file: string;
  readonly #onDiscarded: (reason: string) => void;
  readonly #checkpointer: Checkpointer;
  #open: Open;
  #beginnings = 0;
  #isClosed = false;

  constructor({ file, onDiscarded = () => {} }: { file: string; onDiscarded?: (reason: string) => void }) {
    this.#file = file;
    this.#onDiscarded = onDiscarded;
    this.#checkpointer = new Checkpointer(file);
    this.#open = this.#openFile();
  }

  /** Up to which position it goes, as far as this process knows. */
  get reached(): number {
    return this.#open.tail.upTo;
  }

  /** How often it was begun, as far as this process knows: once more where it was deleted, or emptied. */
  get beginnings(): number {
    return this.#beginnings;
  }

  /** Begins anew where the file is not there any more. */
  look(): void {
    this.#guarded(() => {});
  }

  /** How many events it takes before some have to be written. */
  get room(): number {
    return this.#open.tail.room;
  }

  get progress(): Progress {
    return this.#guarded((open) => progressOf(open));
  }

  newest(...asked: Parameters<IndexQueries['newest']>): Place[] {
    return this.#guarded(({ queries }) => queries.newest(...asked));
  }

  oldest(...asked: Parameters<IndexQueries['oldest']>): Place[] {
    return this.#guarded(({ queries }) => queries.oldest(...asked));
  }

  find(eventId: string): Place[] {
    return this.#guarded(({ queries }) => queries.find(eventId));
  }

  kept(name: string, version: number, upTo: bigint): Kept | undefined {
    return this.#guarded(({ statements, kept }) => {
      const row = statements.keptBefore.get(name, version, upTo);
      const written = row && { name, version, at: Number(row.at), state: String(row.state) };
      const found = newestKept(written ? [written, ...kept] : kept, { name, version, upTo });
      return found && { at: BigInt(found.at), state: found.state };
    });
  }

  /** @throws Unavailable when it cannot be written, as while another process writes. */
  keep(name: string, version: number, { at, state }: Kept): void {
    this.#guarded(({ statements }) => statements.keep.run(name, version, at, state));
    this.#checkpointer.wrote(1 + state.length / 4_096);
  }

  /**
   * Takes the events that are not there yet, up to a position; no more than there is room for.
   * @param kept what is kept together with them, or not at all
   * @returns false when what stands behind `after` is not what is missing: another process has written meanwhile, or begun anew
   */
  add(
    { after, events, upTo }: { after: number; events: readonly IndexedEvent[]; upTo: number },
    kept: readonly KeptState[] = [],
  ): boolean {
    const open = this.#open;
    if (open.tail.upTo !== after) return false;
    if (events.length > open.tail.room) throw new RangeError('There is no room for so many events.');
    open.tail.add(events, upTo);
    open.kept.push(...kept);
    return true;
  }

  /** Makes some of what `write` will write, a millisecond's worth at most. @returns whether there is more to make */
  prepare(): boolean {
    const open = this.#open;
    if (open.tail.room > 0) return false;
    const rows = rowsOf(open);
    rows.makeSome();
    return !rows.isWhole;
  }

  /**
   * Writes the newest events when they are a segment.
   * @throws Unavailable when it cannot be written, as while another process writes.
   */
  write(): void {
    const isWritten = this.#transaction((open) => {
      const { statements, tail, segments } = open;
      this.#follow(open);
      if (tail.room > 0) return false;
      writeSegment(statements, segments.known + 1, tail, rowsOf(open));
      for (const { name, version, at, state } of open.kept) statements.keep.run(name, version, at, state);
      statements.advance.run(tail.last);
      return true;
    });
    if (!isWritten) return;
    this.#guarded((open) => {
      open.kept = [];
      open.rows = undefined;
      this.#follow(open);
    });
    this.#checkpointer.wrote(pagesASegment);
  }

  /** Resolves when it is good to write: while the last of the write-ahead log is moved, nobody does. */
  ready(): Promise<void> {
    return this.#checkpointer.ready();
  }

  /** Empties the index: it is of another log, or of one that has lost its end. */
  beginAnew(log: string): void {
    this.#transaction(({ statements }) => {
      for (const statement of statements.empty) statement.run();
      statements.beginAnew.run(log);
    });
    this.look();
  }

  nameLog(log: string): void {
    this.#transaction(({ statements }) => void statements.nameLog.run(log));
  }

  async close(): Promise<void> {
    await this.#checkpointer.close();
    this.#isClosed = true;
    if (this.#open.database.isOpen) this.#open.database.close();
  }

  #openFile(): Open {
    const open = openFile(this.#file, historyFile, this.#onDiscarded);
    const statements = prepareStatements(open.database);
    const tail = new Tail();
    const segments = new Segments(statements, tail);
    const queries = new IndexQueries(segments);
    const opened: Open = { ...open, statements, tail, segments, queries, kept: [], epoch: Number.NaN };
    this.#follow(opened);
    return opened;
  }

  #transaction<Result>(work: (open: Open) => Result): Result {
    return this.#guarded((open) => {
      const { statements } = open;
      statements.begin.run();
      try {
        const result = work(open);
        statements.commit.run();
        return result;
      } catch (error) {
        if (open.database.isTransaction) statements.rollback.run();
        throw error;
      }
    });
  }

  /** Leaves out of the memory what is in the file; all of it where another process has begun anew. */
  #follow(open: Open): void {
    const row = open.statements.progress.get();
    if (!row) throw new TypeError('The history index says nothing of itself.');
    const [epoch, position, known] = [Number(row.epoch), Number(row.position), Number(row.segments)];
    if (epoch !== open.epoch) {
      this.#beginnings += 1;
      open.epoch = epoch;
      open.kept = [];
      open.rows = undefined;
      open.tail.beginAt(position);
    } else if (known > open.segments.known) {
      open.tail.dropUpTo(position);
      // Another process has written its own of before.
      open.kept = open.kept.slice(-mostKept);
    }
    open.segments.known = known;
  }

  /** @throws Unavailable when the file cannot be used; one that is damaged is put aside, and a new one begun. */
  #guarded<Result>(work: (open: Open) => Result): Result {
    if (this.#isClosed) throw new Unavailable('The history index is closed.');
    try {
      if (!this.#open.database.isOpen) this.#open = this.#openFile();
      else if (!isInPlace(this.#file, this.#open.inode)) {
        this.#open.database.close(); // Somebody has deleted it.
        this.#open = this.#openFile();
      }
      this.#follow(this.#open);
      return work(this.#open);
    } catch (error) {
      if (isOutOfReach(error) || isBusy(error))
        throw new Unavailable(`${this.#file}: ${error.message}`, { cause: error });
      if (!isDamage(error)) throw error;
      this.#open.database.close();
      discard(this.#file, this.#open.inode);
      this.#onDiscarded(`it is damaged (${error.message})`);
      throw new Unavailable(`${this.#file} was damaged, and is made anew.`, { cause: error });
    }
  }
}

/** What was made of the next segment ahead, if it is still the next. */
function rowsOf(open: Open): SegmentRows {
  if (!open.rows?.isOf(open.tail)) open.rows = new SegmentRows(open.tail);
  return open.rows;
}
