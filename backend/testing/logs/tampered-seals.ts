import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { checksumOf, type EventTexts } from '../../event-store/sqlite/rows.ts';

type Row = EventTexts & { readonly position: number; readonly stream: string; readonly revision: number };

/** What somebody did to the seals in a log, and which numbers of seals it may be told by. */
export type SealTampering = { readonly what: string; readonly numbers: readonly number[] };

/** Does something to the seals of a log in SQLite, by chance; every event that is sealed stays as it is, in its order. */
export class TamperedSeals {
  readonly #database: DatabaseSync;
  readonly #random: () => number;
  readonly #seals: readonly Row[];

  constructor(file: string, random: () => number) {
    this.#database = new DatabaseSync(file);
    this.#database.exec('PRAGMA synchronous = OFF; BEGIN');
    this.#random = random;
    this.#seals = this.#rows("stream = 'seals' ORDER BY revision");
  }

  close(): void {
    this.#database.exec('COMMIT');
    this.#database.close();
  }

  remove(): SealTampering {
    const { position, revision } = this.#one(this.#seals);
    this.#database.prepare('DELETE FROM events WHERE position = ?').run(position);
    return { what: `seal ${revision} removed`, numbers: [revision] };
  }

  /** Somebody else made it, at another time or for another reason; the row's sum is made right again. */
  alterMeta(): SealTampering {
    const { revision, ...row } = this.#one(this.#seals);
    const meta = JSON.parse(row.meta);
    const altered = this.#one([
      { ...meta, actor: { ...meta.actor, uid: 'operator:Mallory' } },
      { ...meta, time: '2020-01-01T00:00:00.000Z' },
      { ...meta, reason: 'Nobody said so' },
    ]);
    this.#write({ ...row, revision, meta: JSON.stringify(altered) });
    return { what: `meta of seal ${revision} altered`, numbers: [revision, revision + 1] };
  }

  /** Into the middle of what it seals, or behind the next one. */
  move(): SealTampering {
    this.#spread();
    const { position, revision } = this.#one(this.#seals);
    const after = this.#seals[revision + 1];
    const before = this.#one(this.#rows(`stream <> 'seals' AND position < ${position * 10}`)).position - 5;
    const to = after && this.#random() < 0.5 ? after.position * 10 + 5 : before;
    this.#database.prepare('UPDATE events SET position = ? WHERE position = ?').run(to, position * 10);
    return { what: `seal ${revision} moved`, numbers: [revision, revision + 1] };
  }

  /** One more, which was signed once: for another number. */
  repeat(): SealTampering {
    const number = this.#seals.length;
    this.#insert({ ...this.#one(this.#seals), revision: number, id: randomUUID(), position: this.#end() });
    return { what: `a seal put there again as ${number}`, numbers: [number] };
  }

  #spread(): void {
    this.#database.exec('UPDATE events SET position = -10 * position; UPDATE events SET position = -position');
    this.#database.exec("UPDATE sqlite_sequence SET seq = (SELECT max(position) FROM events) WHERE name = 'events'");
  }

  #end(): number {
    return Number(this.#database.prepare('SELECT max(position) + 1 AS next FROM events').get()?.next);
  }

  #rows(where: string): Row[] {
    return this.#database.prepare(`SELECT * FROM events WHERE ${where}`).all() as unknown as Row[];
  }

  #write({ position, stream, revision, id, type, data, meta }: Row): void {
    const sum = checksumOf(stream, BigInt(revision), { id, type, data, meta });
    this.#database.prepare('UPDATE events SET meta = ?, checksum = ? WHERE position = ?').run(meta, sum, position);
  }

  #insert({ position, stream, revision, id, type, data, meta }: Row): void {
    const sum = checksumOf(stream, BigInt(revision), { id, type, data, meta });
    this.#database
      .prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)')
      .run(position, stream, revision, id, type, data, meta, sum);
  }

  #one<T>(of: readonly T[]): T {
    return of[Math.floor(this.#random() * of.length)] as T;
  }
}
