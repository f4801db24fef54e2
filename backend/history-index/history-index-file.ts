import type { Kept, Place } from '../../modules/audit/history-index.ts';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { Checkpointer } from '../runtime/checkpointer.ts';
import { discard, isInPlace, type OpenFile, openFile } from '../runtime/disposable-database.ts';
import { isBusy, isDamage, isOutOfReach } from '../runtime/sqlite-fault.ts';
import { Dictionary } from './dictionary.ts';
import { numberOf } from './hash.ts';
import { historyFile, prepareStatements, type Statements } from './history-file.ts';
import { IndexQueries } from './index-queries.ts';
import type { IndexedEvent } from './indexed-event.ts';
import { addToBlocks, type Range } from './zone-map.ts';

/** Pages that an event touches, roughly. */
const pagesAnEvent = 2;

/** How far the index goes: of which log, up to which position, and the last event that it has. */
export type Progress = {
  readonly log: string;
  readonly position: number;
  readonly last: number;
  readonly events: number;
};

/** A state to be kept under a name: of a stream as of a revision, of a tally as of a position. */
export type KeptState = {
  readonly name: string;
  readonly version: number;
  readonly at: number;
  readonly state: string;
};

/** An open file and what reads it; another after each that was put aside. */
type Open = OpenFile & {
  readonly statements: Statements;
  readonly dictionary: Dictionary;
  readonly queries: IndexQueries;
  epoch: number;
};

/**
 * The history index in one SQLite file of this machine. It is disposable: deleted, damaged or of another version it is made
 * again from the log. Several processes may share it: each follows the log, and whoever comes first writes a piece of it.
 */
export class HistoryIndexFile {
  readonly #file: string;
  readonly #onDiscarded: (reason: string) => void;
  readonly #checkpointer: Checkpointer;
  #open: Open;
  #isClosed = false;

  constructor({ file, onDiscarded = () => {} }: { file: string; onDiscarded?: (reason: string) => void }) {
    this.#file = file;
    this.#onDiscarded = onDiscarded;
    this.#checkpointer = new Checkpointer(file);
    this.#open = this.#openFile();
  }

  get progress(): Progress {
    return this.#guarded(({ statements }) => progressIn(statements));
  }

  newest(...asked: Parameters<IndexQueries['newest']>): Place[] {
    return this.#guarded(({ queries }) => queries.newest(...asked));
  }

  oldest(...asked: Parameters<IndexQueries['oldest']>): Place[] {
    return this.#guarded(({ queries }) => queries.oldest(...asked));
  }

  find(eventId: string, range: Range): Place[] {
    return this.#guarded(({ queries }) => queries.find(eventId, range));
  }

  hasStream(stream: string): boolean {
    return this.#guarded(({ dictionary }) => dictionary.stream(stream) !== undefined);
  }

  timeOf(position: number): number | undefined {
    const row = this.#guarded(({ statements }) => statements.timeBefore.get(position));
    return row && Number(row.at);
  }

  kept(name: string, version: number, upTo: bigint): Kept | undefined {
    const row = this.#guarded(({ statements }) => statements.keptBefore.get(name, version, upTo));
    return row && { at: BigInt(Number(row.at)), state: String(row.state) };
  }

  /** @throws Unavailable when it cannot be written, as while another process writes. */
  keep(name: string, version: number, { at, state }: Kept): void {
    this.#guarded(({ statements }) => statements.keep.run(name, version, at, state));
    this.#checkpointer.wrote(1 + state.length / 4_096);
  }

  /**
   * Writes the events that are not there yet, up to a position.
   * @param kept what is kept together with them, or not at all
   * @returns false when another process has written meanwhile what is not among these, or begun anew
   * @throws Unavailable when it cannot be written, as while another process writes.
   */
  write(
    { after, events, upTo }: { after: number; events: readonly IndexedEvent[]; upTo: number },
    kept: readonly KeptState[] = [],
  ): boolean {
    const written = this.#transaction(({ statements, dictionary }) => {
      const { position } = progressIn(statements);
      if (position < after) return undefined;
      const wanted = events.filter((event) => event.position > position);
      for (const event of wanted) {
        statements.insert.run(
          event.position,
          event.at,
          dictionary.streamOrNew(event.stream),
          event.revision,
          dictionary.wordOrNew('type', event.type),
          dictionary.wordOrNew('actor', event.actor),
          dictionary.correlation(event.correlation),
          numberOf(event.id),
        );
      }
      addToBlocks(statements, wanted);
      for (const { name, version, at, state } of kept) statements.keep.run(name, version, at, state);
      const last = wanted.at(-1)?.position;
      if (upTo > position) {
        statements.advance.run(upTo, last ?? progressIn(statements).last, wanted.length);
      }
      return wanted.length;
    });
    if (written === undefined) return false;
    this.#checkpointer.wrote(1 + written * pagesAnEvent);
    return true;
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
    const dictionary = new Dictionary(statements);
    const queries = new IndexQueries(open.database, statements, dictionary);
    return { ...open, statements, dictionary, queries, epoch: epochIn(statements) };
  }

  #transaction<Result>(work: (open: Open) => Result): Result {
    return this.#guarded((open) => {
      const { statements, dictionary } = open;
      statements.begin.run();
      try {
        this.#heedEpoch(open);
        const result = work(open);
        statements.commit.run();
        return result;
      } catch (error) {
        if (open.database.isTransaction) statements.rollback.run();
        // What was numbered in there never was.
        dictionary.forget();
        throw error;
      }
    });
  }

  /** Where another process has begun it anew, the numbers of before mean something else. */
  #heedEpoch(open: Open): void {
    const epoch = epochIn(open.statements);
    if (epoch === open.epoch) return;
    open.dictionary.forget();
    open.epoch = epoch;
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
      this.#heedEpoch(this.#open);
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

function progressIn({ progress }: Statements): Progress {
  const row = progress.get();
  if (!row) throw new TypeError('The history index says nothing of itself.');
  return {
    log: String(row.log),
    position: Number(row.position),
    last: Number(row.last),
    events: Number(row.events),
  };
}

function epochIn({ progress }: Statements): number {
  return Number(progress.get()?.epoch);
}
