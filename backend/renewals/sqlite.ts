import type { DatabaseSync } from 'node:sqlite';
import type { Renewal } from '../../modules/identity/renewal.ts';
import type { Renewals } from '../../modules/identity/renewals.ts';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { backOff } from '../runtime/back-off.ts';
import { type DatabaseKind, openFile } from '../runtime/disposable-database.ts';
import { pause } from '../runtime/pause.ts';
import { isBusy, isOutOfReach } from '../runtime/sqlite-fault.ts';
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

/**
 * Renewals in a SQLite file that several processes may share. The file is disposable: without it nobody is signed out.
 * @throws Error when the file can be neither opened nor made.
 */
export function openSqliteRenewals(options: {
  file: string;
  now: () => Date;
  onDiscarded?: (reason: string) => void;
}): Renewals {
  return new SqliteRenewals(options);
}

class SqliteRenewals implements Renewals {
  readonly #database: DatabaseSync;
  readonly #now: () => Date;
  readonly #sql;
  #cleanedAt = 0;

  constructor({ file, now, onDiscarded = () => {} }: Parameters<typeof openSqliteRenewals>[0]) {
    const { database } = openFile(file, renewalsFile, onDiscarded);
    this.#database = database;
    this.#now = now;
    this.#sql = {
      find: database.prepare('SELECT renewal FROM renewals WHERE sid = ? AND until > ?'),
      put: database.prepare(`
        INSERT INTO renewals (sid, renewal, until) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET renewal = excluded.renewal, until = max(until, excluded.until)`),
      clean: database.prepare(
        'DELETE FROM renewals WHERE sid IN (SELECT sid FROM renewals WHERE until <= ? ORDER BY until LIMIT ?)',
      ),
    };
  }

  find(sid: string): Promise<Renewal | undefined> {
    return this.#trying(() => this.#find(sid));
  }

  change: Renewals['change'] = (sid, until, become) =>
    this.#trying(() =>
      this.#atomically(() => {
        const before = this.#find(sid);
        const after = become(before);
        if (!after) return before;
        this.#sql.put.run(sid, JSON.stringify(after), until.getTime());
        this.#clean();
        return after;
      }),
    );

  async close(): Promise<void> {
    this.#database.close();
  }

  #find(sid: string): Renewal | undefined {
    return written(this.#sql.find.get(sid, this.#now().getTime())?.renewal);
  }

  #clean(): void {
    const now = this.#now().getTime();
    if (now < this.#cleanedAt + cleaning.every) return;
    this.#cleanedAt = now;
    this.#sql.clean.run(now, cleaning.rows);
  }

  /** IMMEDIATE takes the write lock before the first read, so what was read is still true when it is written. */
  #atomically<Result>(work: () => Result): Result {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (reason) {
      // SQLite has already rolled back after some errors, a full disk for one.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw reason;
    }
  }

  async #trying<Result>(work: () => Result): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return work();
      } catch (reason) {
        if (isOutOfReach(reason) || (isBusy(reason) && tries >= mostTries)) {
          throw new Unavailable(`What renews sessions cannot be written: ${reason.message}`);
        }
        if (!isBusy(reason)) throw reason;
      }
      await pause(backOff(tries, again));
    }
  }
}
