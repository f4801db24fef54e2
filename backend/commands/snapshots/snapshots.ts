import { Unavailable } from '../../../modules/kernel/errors.ts';
import { Checkpointer } from '../../runtime/sqlite/checkpointer.ts';
import { discard, type OpenFile, openFile } from '../../runtime/sqlite/disposable-database.ts';
import { isBusy, isDamage, isOutOfReach } from '../../runtime/sqlite/sqlite-fault.ts';
import { checked, DamagedBytes, withChecksum } from './checked-bytes.ts';
import { CommandFilter } from './command-filter.ts';
import { addToIndex, type Begun, findInIndex, hashOf } from './command-index.ts';
import { spanAt } from './command-spans.ts';
import { prepareStatements, type Statements, snapshotFile } from './snapshot-file.ts';

/** A stream as it was at one of its events. */
export type Snapshot = {
  /** The event that it is as of. */
  readonly revision: bigint;
  readonly event: string;
  readonly position: bigint;
  /** The state, as JSON. */
  readonly state: string;
  /** The commands up to there. */
  readonly commands: IndexedCommands;
};

/** Which commands of a stream a snapshot knows of. */
export type IndexedCommands = { readonly count: number; readonly filters: readonly CommandFilter[] };

/** How many pages a row of the index takes, or a filter, about. */
const pagesARow = 3;
/** Of a page, in bytes. */
const bytesOfPage = 4_096;

/**
 * Snapshots of long streams, and an index of their commands, in one SQLite file of this machine. It is disposable: without
 * it, streams are folded from their first event, and it is written again. It holds nothing of the events but states whose
 * aggregate says that they may be kept here, and hashes of commands' ids. Several processes may share it.
 */
export class Snapshots {
  readonly every: number;
  readonly #file: string;
  readonly #onDiscarded: (reason: string) => void;
  readonly #checkpointer: Checkpointer;
  #open: OpenFile;
  #statements: Statements;
  #isClosed = false;

  /**
   * @param options.every how many events after the last snapshot of a stream the next is due at the earliest
   * @param options.onDiscarded hears why a file was moved aside and begun anew
   */
  constructor({
    file,
    every = 64,
    onDiscarded = () => {},
  }: {
    file: string;
    every?: number;
    onDiscarded?: (reason: string) => void;
  }) {
    this.#file = file;
    this.every = every;
    this.#onDiscarded = onDiscarded;
    this.#checkpointer = new Checkpointer(file);
    this.#open = openFile(file, snapshotFile, onDiscarded);
    this.#statements = prepareStatements(this.#open.database);
  }

  /** The last snapshot under a name; undefined when there is none, or it cannot be read. */
  read(name: string): Snapshot | undefined {
    try {
      return this.#guarded(({ snapshot, filters }) => {
        const row = snapshot.get(name);
        if (!row) return undefined;
        const bytes = filters
          .all(name)
          .map(({ number, bits }) => new CommandFilter(spanAt(Number(number)).length, checked(bits)));
        return {
          revision: BigInt(Number(row.revision)),
          event: String(row.event),
          position: BigInt(String(row.position)),
          state: checked(row.state).toString(),
          commands: { count: Number(row.commands), filters: bytes },
        };
      });
    } catch (reason) {
      if (reason instanceof Unavailable) return undefined;
      throw reason;
    }
  }

  /**
   * Writes a snapshot over the one that its writer began with, and the commands since.
   * @param options.over the revision of that one; undefined when there was none
   * @returns what is indexed now; `overtaken` when another process has written one meanwhile
   * @throws Unavailable while another process writes, and when nothing can be written.
   */
  write(
    name: string,
    { snapshot, begun, over }: { snapshot: Snapshot; begun: Begun; over: bigint | undefined },
  ): IndexedCommands | 'overtaken' {
    const { revision, event, position, state, commands } = snapshot;
    let pages = 1 + state.length / bytesOfPage;
    const written = this.#transaction((statements): IndexedCommands | 'overtaken' => {
      const found = statements.revision.get(name)?.revision;
      if ((found === undefined ? undefined : BigInt(Number(found))) !== over) return 'overtaken';
      const added = addToIndex(statements, name, { begun, ...commands });
      pages += pagesARow * added.rows;
      const count = commands.count + begun.size;
      const bytes = withChecksum(Buffer.from(state));
      statements.putSnapshot.run(name, Number(revision), event, String(position), bytes, count);
      const filters = [...commands.filters];
      for (const [number, filter] of added.filters) filters[number] = filter;
      return { count, filters };
    });
    this.#checkpointer.wrote(pages);
    return written;
  }

  /**
   * Where in the stream the events of a command begin, if it is among those that were indexed.
   * @param upTo the revision of the snapshot that the asker began with
   * @throws Unavailable when that snapshot is gone, so that nobody takes an old command for a new one.
   */
  find(name: string, commandId: string, { filters }: IndexedCommands, upTo: bigint): bigint | undefined {
    const command = hashOf(commandId);
    const maybe = [...filters.keys()].filter((number) => filters[number]?.mayHave(command));
    if (maybe.length === 0) return undefined;
    return this.#guarded((statements) => {
      const revision = statements.revision.get(name)?.revision;
      if (revision === undefined || BigInt(Number(revision)) < upTo) {
        throw new Unavailable(`The snapshot of ${name} is gone.`);
      }
      return findInIndex(statements, name, { command, filters: maybe });
    });
  }

  /** Takes away a snapshot that is not of this stream as it is. */
  forget(name: string): void {
    this.#transaction(({ forget }) => {
      for (const statement of forget) statement.run(name);
    });
  }

  async close(): Promise<void> {
    await this.#checkpointer.close();
    this.#isClosed = true;
    if (this.#open.database.isOpen) this.#open.database.close();
  }

  #transaction<Result>(work: (statements: Statements) => Result): Result {
    return this.#guarded((statements) => {
      statements.begin.run();
      try {
        const result = work(statements);
        statements.commit.run();
        return result;
      } catch (error) {
        if (this.#open.database.isTransaction) statements.rollback.run();
        throw error;
      }
    });
  }

  /** @throws Unavailable when the file cannot be used; one that is damaged is put aside, and a new one begun. */
  #guarded<Result>(work: (statements: Statements) => Result): Result {
    if (this.#isClosed) throw new Unavailable('The snapshots are closed.');
    try {
      // One that was put aside: tried at each use, since a disk that was full may have room again.
      if (!this.#open.database.isOpen) {
        this.#open = openFile(this.#file, snapshotFile, this.#onDiscarded);
        this.#statements = prepareStatements(this.#open.database);
      }
      return work(this.#statements);
    } catch (error) {
      if (isOutOfReach(error) || isBusy(error))
        throw new Unavailable(`${this.#file}: ${error.message}`, { cause: error });
      if (!isDamage(error) && !(error instanceof DamagedBytes)) throw error;
      this.#open.database.close();
      discard(this.#file, this.#open.inode);
      this.#onDiscarded(`it is damaged (${error.message})`);
      throw new Unavailable(`${this.#file} was damaged, and is made anew.`, { cause: error });
    }
  }
}
