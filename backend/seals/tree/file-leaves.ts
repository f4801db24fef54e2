import type { DatabaseSync } from 'node:sqlite';
import { start } from '../../../modules/kernel/event-store.ts';
import { connectToRead } from '../../event-store/sqlite/log-file.ts';
import { checksumOf } from '../../event-store/sqlite/rows.ts';
import { explained } from '../../event-store/sqlite/unusable-log.ts';
import type { Leaf } from './leaf.ts';
import { hashOf, isLeaf } from './leaf.ts';
import { leafHash } from './merkle-tree.ts';

/** Positions from one, which is not among them, to another, which is. */
export type Stretch = { readonly after: bigint; readonly upTo: bigint };

/** The last position, and number in a stream, that a store gives out. */
const last = BigInt(Number.MAX_SAFE_INTEGER);
/** The last that a CRC-32 can be. */
const lastSum = 2 ** 32 - 1;

type Row = {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly meta: string;
  readonly checksum: number;
};

/**
 * Reads the leaves of a log in SQLite. What is damaged is read, too: where that is, is what somebody wants to know, who may
 * not read on after it in any other way.
 */
export class FileLeaves {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #rows: (stretch: Stretch) => Iterable<Row>;
  readonly #next: (after: bigint) => unknown;
  readonly #elsewhere: () => readonly Record<string, unknown>[];
  #first: bigint | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#database = connectToRead(file);
    // A number that is read as another one has a sum that is wrong.
    const rows = this.#database.prepare(
      `SELECT position, stream, iif(revision BETWEEN 0 AND ${last}, revision, -1) AS revision, id, type, data, meta,
         iif(checksum BETWEEN 0 AND ${lastSum}, checksum, -1) AS checksum
       FROM events WHERE position > ? AND position <= ? ORDER BY position`,
    );
    this.#rows = ({ after, upTo }) => rows.iterate(after, upTo) as Iterable<unknown> as Iterable<Row>;
    const next = this.#database.prepare('SELECT min(position) AS next FROM events WHERE position > ?');
    const elsewhere = this.#database.prepare(
      `SELECT position FROM events WHERE position < 1 UNION ALL SELECT position FROM events WHERE position > ${last}`,
    );
    for (const statement of [next, elsewhere]) statement.setReadBigInts(true);
    this.#next = (after) => next.get(after)?.next;
    this.#elsewhere = () => elsewhere.all();
  }

  /** The first position after another that has an event; undefined where none has. */
  nextAfter(after: bigint): bigint | undefined {
    const next = explained(this.#file, () => this.#next(after));
    return typeof next === 'bigint' && next <= last ? next : undefined;
  }

  /** Positions with an event that no store gives out. Whoever follows the log never comes by there, and whoever reads a stream does. */
  outOfPlace(): bigint[] {
    return explained(this.#file, () => this.#elsewhere()).map(({ position }) => position as bigint);
  }

  /** @throws UnusableLog where SQLite cannot read the file */
  in(stretch: Stretch): { readonly leaves: Leaf[]; readonly damaged: bigint[] } {
    this.#first ??= this.nextAfter(start);
    const leaves: Leaf[] = [];
    const damaged: bigint[] = [];
    explained(this.#file, () => {
      for (const row of this.#rows(stretch)) {
        const position = BigInt(row.position);
        if (checksumOf(row.stream, BigInt(row.revision), row) !== row.checksum) damaged.push(position);
        const hash = leafOf(row, this.#first, () => damaged.push(position));
        if (hash) leaves.push({ hash, position });
      }
    });
    return { leaves, damaged };
  }

  close(): void {
    this.#database.close();
  }
}

/** Undefined for what is none. */
function leafOf(row: Row, first: bigint | undefined, sayDamaged: () => void): Buffer | undefined {
  const { position, stream, revision, id, type, data, meta } = row;
  try {
    const said = { id, stream, type, data: JSON.parse(data), meta: JSON.parse(meta) };
    // The tree knows values, and no texts: white space, or another way to write the same, would be seen by nobody.
    if (JSON.stringify(said.data) !== data || JSON.stringify(said.meta) !== meta) sayDamaged();
    const event = { ...said, revision: BigInt(revision), position: BigInt(position) };
    return isLeaf(event, first) ? hashOf({ ...said, revision: `${revision}` }) : undefined;
  } catch (reason) {
    // Neither what is no JSON nor what is nested deeper than anybody can write it again is of a shop.
    if (!(reason instanceof SyntaxError || reason instanceof RangeError)) throw reason;
    sayDamaged();
    return leafHash(`${data}${meta}`);
  }
}
