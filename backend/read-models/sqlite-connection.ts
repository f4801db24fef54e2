import { Unavailable } from '../../modules/kernel/errors.ts';
import { backOff } from '../runtime/retries/back-off.ts';
import { Checkpointer } from '../runtime/sqlite/checkpointer.ts';
import { discard, isInPlace, type OpenFile, openFile, removeDiscarded } from '../runtime/sqlite/disposable-database.ts';
import { isBusy, isDamage, isOutOfReach, isOutOfRoom, noRoomFor } from '../runtime/sqlite/sqlite-fault.ts';
import { pause } from '../runtime/time/pause.ts';
import { removeLeftovers } from './anew/leftovers.ts';
import { readModelsFile } from './sqlite-schema.ts';
import { prepareStatements, type Statements } from './sqlite-statements.ts';
import { Vacuum } from './vacuum.ts';

/** How long work waits for other processes that hold the lock, in ms. */
const PATIENCE = 5_000;

/** Back-off while another process holds the lock, in milliseconds: nobody says when it is free, and it soon is. */
const askAgain = { first: 2, most: 10 };

/** The open file and its statements, put anew when the file turns out to be damaged while it is used. */
export class SqliteConnection {
  readonly #file: string;
  readonly #onDiscarded: (reason: string) => void;
  readonly #vacuum: Vacuum;
  readonly #checkpointer: Checkpointer;
  #open: OpenFile;
  #statements: Statements;

  constructor(file: string, onDiscarded: (reason: string) => void) {
    this.#file = file;
    this.#onDiscarded = onDiscarded;
    this.#vacuum = new Vacuum(file);
    this.#checkpointer = new Checkpointer(file);
    this.#open = openWaitingForNobody(file, onDiscarded);
    this.#statements = prepareStatements(this.#open.database);
  }

  /** Runs the work, again while another process holds the lock. @throws Unavailable when the file cannot be used. */
  async run<Result>(work: (statements: Statements) => Result): Promise<Result> {
    const giveUpAt = performance.now() + PATIENCE;
    for (let failures = 1; ; failures += 1) {
      if (!this.#open.database.isOpen) throw new Unavailable('The read models are closed.');
      try {
        return work(this.#statements);
      } catch (error) {
        if (!isBusy(error)) throw this.#explained(error);
        if (performance.now() > giveUpAt) throw unavailable('are locked by another process', error);
        await pause(backOff(failures, askAgain));
      }
    }
  }

  /**
   * Runs the work in one transaction: all of it is kept, or nothing when it throws.
   * @param pages how many pages it touches, roughly
   */
  async transaction(work: (statements: Statements) => void, pages = 1): Promise<void> {
    await this.#checkpointer.ready();
    // Without this, the event loop would wait for the lock instead of the promise.
    while (this.vacuuming) await this.vacuuming;
    await this.run(() => {
      this.#beginInPlace();
      const statements = this.#statements;
      try {
        work(statements);
        statements.commit.run();
      } catch (error) {
        // SQLite has already rolled back after some errors, a full disk for one.
        if (this.#open.database.isTransaction) statements.rollback.run();
        throw error;
      }
    });
    this.#checkpointer.wrote(pages);
  }

  /** Resolves when the file is not written anew any more, while which nobody can write; undefined when it is not. */
  get vacuuming(): Promise<void> | undefined {
    return this.#vacuum.idle;
  }

  /** Opens the file that stands in its place now. False when it is the one that is open. */
  renew(): boolean {
    if (!this.#open.database.isOpen || isInPlace(this.#file, this.#open.inode)) return false;
    const before = this.#open.database;
    this.#reopen();
    before.close();
    return true;
  }

  /** Moves a file aside in which damage was found, and begins a new one. */
  replace(damage: string): void {
    if (this.#open.database.isOpen) this.#replace(damage);
  }

  /** Writes the file anew, without what was deleted; and takes away what was discarded or left. */
  async wipe(): Promise<void> {
    await this.#vacuum.run();
    const giveUpAt = performance.now() + PATIENCE;
    const isEmptied = () => this.#open.database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
    for (let failures = 1; !(await this.run(isEmptied)); failures += 1) {
      if (performance.now() > giveUpAt) throw new Unavailable('The read models are being read, and are not wiped yet.');
      await pause(backOff(failures, askAgain));
    }
    removeDiscarded(this.#file);
    removeLeftovers(this.#file);
  }

  async close(): Promise<void> {
    await this.#vacuum.close();
    await this.#checkpointer.close();
    if (this.#open.database.isOpen) this.#open.database.close();
  }

  /** Begins to write. Nobody else puts another file in the place of this one from then on, but may have before. */
  #beginInPlace(): void {
    this.#statements.begin.run();
    while (!isInPlace(this.#file, this.#open.inode)) {
      this.#statements.rollback.run();
      this.renew();
      this.#statements.begin.run();
    }
  }

  #explained(error: unknown): unknown {
    if (isDamage(error)) {
      this.#replace(error.message);
      return unavailable('were damaged and are built anew', error);
    }
    if (isOutOfRoom(error)) return new Unavailable(noRoomFor(this.#file), { cause: error });
    return isOutOfReach(error) ? unavailable('cannot be read or written', error) : error;
  }

  #replace(damage: string): void {
    this.#open.database.close();
    discard(this.#file, this.#open.inode);
    this.#onDiscarded(`it is damaged (${damage})`);
    this.#reopen();
  }

  #reopen(): void {
    this.#open = openWaitingForNobody(this.#file, this.#onDiscarded);
    this.#statements = prepareStatements(this.#open.database);
  }
}

/** SQLite itself waits for no lock of others': the event loop would stand still for that, once for each projection. */
function openWaitingForNobody(file: string, onDiscarded: (reason: string) => void): OpenFile {
  const open = openFile(file, readModelsFile, onDiscarded);
  open.database.exec('PRAGMA busy_timeout = 0');
  return open;
}

function unavailable(why: string, cause: Error): Unavailable {
  return new Unavailable(`The read models ${why}: ${cause.message}`, { cause });
}
