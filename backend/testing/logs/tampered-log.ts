import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { checksumOf } from '../../event-store/sqlite/rows.ts';

type Row = {
  position: number;
  stream: string;
  revision: number;
  id: string;
  type: string;
  data: string;
  meta: string;
  checksum: number;
};

/** What somebody did who can write the file, and the first position at which the log is not what it was. */
export type Tampering = { readonly what: string; readonly position: number };

const sealed = "stream <> 'seals'";

/** Does something to one of the first so many events of a log in SQLite, by chance. */
export class TamperedLog {
  readonly #database: DatabaseSync;
  readonly #random: () => number;
  readonly #positions: readonly number[];

  /** @param events how many of the first are to be tampered with */
  constructor(file: string, events: number, random: () => number) {
    this.#database = new DatabaseSync(file);
    // Nobody pulls the plug of a thief.
    this.#database.exec('PRAGMA synchronous = OFF; BEGIN');
    this.#random = random;
    this.#positions = this.#database
      .prepare(`SELECT position FROM events WHERE ${sealed} ORDER BY position LIMIT ?`)
      .all(events)
      .map(({ position }) => Number(position));
  }

  close(): void {
    this.#database.exec('COMMIT');
    this.#database.close();
  }

  /** @param isMended whether the row's sum is made right again */
  alter(isMended: boolean): Tampering {
    const position = this.#one(this.#positions);
    const row = this.#row(position);
    const column = this.#one(['stream', 'id', 'type', 'data', 'meta'] as const);
    const text = row[column];
    const at = this.#below(text.length);
    const other = this.#one([...'0123456789abcdefghijklmnopqrstuvwxyz"{}:, \\'].filter((each) => each !== text[at]));
    const altered = { ...row, [column]: text.slice(0, at) + other + text.slice(at + 1) };
    this.#write(isMended ? withSum(altered) : altered);
    return { what: `${column} altered`, position };
  }

  /** The same value in other letters, with the row's sum made right again. */
  rewrite(): Tampering {
    const position = this.#one(this.#positions);
    const row = this.#row(position);
    const column = this.#one(['data', 'meta'] as const);
    const [brace, rest] = [row[column].slice(0, 1), row[column].slice(1)];
    const [, first = '', after = ''] = /^"(.)(.*)$/s.exec(rest) ?? [];
    const escaped = `"\\u${first.charCodeAt(0).toString(16).padStart(4, '0')}${after}`;
    const altered = this.#one([`${brace} ${rest}`, `${brace}${rest}\n`, `${brace}${escaped}`]);
    this.#write(withSum({ ...row, [column]: altered }));
    return { what: `${column} written otherwise`, position };
  }

  /** Another number of its stream. */
  renumber(): Tampering {
    const position = this.#one(this.#positions);
    const row = this.#row(position);
    this.#write(withSum({ ...row, revision: row.revision + 1_000 }));
    return { what: 'revision altered', position };
  }

  remove(): Tampering {
    const position = this.#one(this.#positions);
    this.#database.prepare('DELETE FROM events WHERE position = ?').run(position);
    return { what: 'removed', position };
  }

  cut(): Tampering {
    const position = this.#one(this.#positions);
    this.#database.prepare('DELETE FROM events WHERE position >= ?').run(position);
    return { what: 'cut', position };
  }

  swap(): Tampering {
    const one = this.#one(this.#positions);
    const other = this.#one(this.#positions.filter((position) => position !== one));
    this.#moveTo(one, -1);
    this.#moveTo(other, one);
    this.#moveTo(-1, other);
    return { what: 'moved', position: Math.min(one, other) };
  }

  /** To another place, and those between by one. */
  move(): Tampering {
    const from = this.#one(this.#positions);
    const to = this.#one(this.#positions.filter((position) => position !== from));
    const by = from < to ? -1 : 1;
    this.#moveTo(from, -1);
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    for (const at of range(first, last).toSorted((one, other) => by * (other - one)))
      if (at !== from) this.#moveTo(at, at + by);
    this.#moveTo(-1, to);
    return { what: 'moved', position: first };
  }

  insert(): Tampering {
    const position = this.#one(this.#positions);
    const like = this.#row(this.#one(this.#positions));
    this.#insertAt(position, { ...like, stream: `${like.stream}-${randomUUID()}` });
    return { what: 'inserted', position };
  }

  /** What a copy begins with, where no copy has it. */
  insertMark(): Tampering {
    const position = this.#one(this.#positions.slice(1));
    this.#insertAt(position, { ...this.#row(position), stream: 'log-origin', type: 'LogCopied', data: '{}' });
    return { what: 'mark of a copy inserted', position };
  }

  #insertAt(position: number, like: Row): void {
    const last = Number(this.#database.prepare('SELECT max(position) AS last FROM events').get()?.last);
    for (let at = last; at >= position; at--) this.#moveTo(at, at + 1);
    this.#database.exec(`UPDATE sqlite_sequence SET seq = ${last + 1} WHERE name = 'events'`);
    const row = withSum({ ...like, position, id: randomUUID(), revision: 0 });
    this.#database
      .prepare(
        `INSERT INTO events (position, stream, revision, id, type, data, meta, unguarded, checksum)
         VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)`,
      )
      .run(row.position, row.stream, row.revision, row.id, row.type, row.data, row.meta, row.checksum);
  }

  /** One seal of the log, or all of them. */
  removeSeals(howMany: 'one' | 'all'): void {
    const numbers = this.#database.prepare("SELECT revision FROM events WHERE stream = 'seals'").all();
    const which = howMany === 'all' ? '' : `AND revision = ${this.#one(numbers)?.revision ?? 0}`;
    this.#database.exec(`DELETE FROM events WHERE stream = 'seals' ${which}`);
  }

  /** All seals, and all that sealing keeps beside the log. */
  forgetSealing(): void {
    this.removeSeals('all');
    this.#database.exec("DELETE FROM records WHERE key LIKE 'seal%'");
  }

  #row(position: number): Row {
    return this.#database.prepare('SELECT * FROM events WHERE position = ?').get(position) as unknown as Row;
  }

  #write({ position, stream, revision, id, type, data, meta, checksum }: Row): void {
    this.#database
      .prepare(
        'UPDATE events SET stream = ?, revision = ?, id = ?, type = ?, data = ?, meta = ?, checksum = ? WHERE position = ?',
      )
      .run(stream, revision, id, type, data, meta, checksum, position);
  }

  #moveTo(from: number, to: number): void {
    this.#database.prepare('UPDATE events SET position = ? WHERE position = ?').run(to, from);
  }

  #below(most: number): number {
    return Math.floor(this.#random() * most);
  }

  #one<T>(of: readonly T[]): T {
    return of[this.#below(of.length)] as T;
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const withSum = (row: Row): Row => ({ ...row, checksum: checksumOf(row.stream, BigInt(row.revision), row) });
