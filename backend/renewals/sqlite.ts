import type { DatabaseSync } from 'node:sqlite';
import type { Renewal } from '../../modules/identity/sessions/renewal.ts';
import type { Renewals } from '../../modules/identity/sessions/renewals.ts';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { hasPassed } from '../../modules/kernel/time/clock-ahead.ts';
import { backOff } from '../runtime/retries/back-off.ts';
import {
  type DatabaseKind,
  discard,
  isInPlace,
  type OpenFile,
  openFile,
} from '../runtime/sqlite/disposable-database.ts';
import { isBusy, isDamage, isOutOfReach } from '../runtime/sqlite/sqlite-fault.ts';
import { pause } from '../runtime/time/pause.ts';
import { written } from './written.ts';

/** Milliseconds between two looks for what may go, and how many rows at most go at once. */
const cleaning = { every: 60_000, rows: 1_000 };
/** Back-off while another process writes, in ms; SQLite itself waits a moment before each. */
const again = { first: 5, most: 100 };
const mostTries = 10;

const renewalsFile: DatabaseKind = {
  applicationId: 0x496e7652, // 'InvR'
  schemaVersion: 1,
  schema: `
  CREATE TABLE renewals (sid TEXT PRIMARY KEY, renewal TEXT NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX renewals_until ON renewals (until)`,
  of: 'renewals',
  settings: ['cache_size = -2000', 'journal_size_limit = 4194304'],
};

type Options = { file: string; now: () => Date; onDiscarded?: (reason: string) => void };
/** An open file and its statements; another after each that was put aside. */
type Open = OpenFile & { readonly sql: ReturnType<typeof prepareStatements> };

/**
 * Renewals in a SQLite file that several processes may share. The file is disposable: without it nobody is signed out, so one
 * that turns out to be damaged is put aside, and a new one begun.
 * @throws Error when the file can be neither opened nor made.
 */
export function openSqliteRenewals(options: Options): Renewals {
  return new SqliteRenewals(options);
}

class SqliteRenewals implements Renewals {
  readonly #file: string;
  readonly #now: () => Date;
  readonly #onDiscarded: (reason: string) => void;
  #open: Open;
  #isClosed = false;
  #cleanedAt = 0;

  constructor({ file, now, onDiscarded = () => {} }: Options) {
    this.#file = file;
    this.#now = now;
    this.#onDiscarded = onDiscarded;
    this.#open = this.#openFile();
  }

  find(sid: string): Promise<Renewal | undefined> {
    return this.#trying((open) => this.#find(open, sid));
  }

  change: Renewals['change'] = (sid, until, become) =>
    this.#trying((open) =>
      atomically(open, () => {
        const before = this.#find(open, sid);
        const after = become(before);
        if (!after) return before;
        open.sql.put.run(sid, JSON.stringify(after), until.getTime());
        this.#clean(open);
        return after;
      }),
    );

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#open.database.isOpen) this.#open.database.close();
  }

  #find({ sql }: Open, sid: string): Renewal | undefined {
    return written(sql.find.get(sid, this.#now().getTime())?.renewal);
  }

  #clean({ sql }: Open): void {
    const now = this.#now().getTime();
    if (!hasPassed(cleaning.every, this.#cleanedAt, now)) return;
    this.#cleanedAt = now;
    sql.clean.run(now, cleaning.rows);
  }

  /** @throws Unavailable when the file cannot be used. */
  async #trying<Result>(work: (open: Open) => Result): Promise<Result> {
    let isAnew = false;
    for (let tries = 1; ; tries++) {
      try {
        return work(this.#inPlace());
      } catch (reason) {
        if (isDamage(reason) && !isAnew) {
          this.#discard(reason.message);
          isAnew = true;
        } else if (isBusy(reason) && tries < mostTries) await pause(backOff(tries, again));
        else throw explained(reason);
      }
    }
  }

  /** The file that stands in its place now: another process may have found damage in the one that is open here. */
  #inPlace(): Open {
    if (this.#isClosed) throw new Unavailable('What renews sessions is closed.');
    const { database, inode } = this.#open;
    if (database.isOpen && !isInPlace(this.#file, inode)) database.close();
    // Also one that was put aside: tried at each use, since a disk that was full may have room again.
    if (!database.isOpen) this.#open = this.#openFile();
    return this.#open;
  }

  #openFile(): Open {
    const open = openFile(this.#file, renewalsFile, this.#onDiscarded);
    return { ...open, sql: prepareStatements(open.database) };
  }

  #discard(damage: string): void {
    if (this.#open.database.isOpen) this.#open.database.close();
    discard(this.#file, this.#open.inode);
    this.#onDiscarded(`it is damaged (${damage})`);
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    find: database.prepare('SELECT renewal FROM renewals WHERE sid = ? AND until > ?'),
    put: database.prepare(`
      INSERT INTO renewals (sid, renewal, until) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET renewal = excluded.renewal, until = max(until, excluded.until)`),
    clean: database.prepare(
      'DELETE FROM renewals WHERE sid IN (SELECT sid FROM renewals WHERE until <= ? ORDER BY until LIMIT ?)',
    ),
  };
}

/** IMMEDIATE takes the write lock before the first read, so what was read is still true when it is written. */
function atomically<Result>({ database }: Open, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (reason) {
    // SQLite has already rolled back after some errors, a full disk for one.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw reason;
  }
}

function explained(reason: unknown): unknown {
  if (!isBusy(reason) && !isDamage(reason) && !isOutOfReach(reason)) return reason;
  return new Unavailable(`What renews sessions cannot be written: ${reason.message}`, { cause: reason });
}
