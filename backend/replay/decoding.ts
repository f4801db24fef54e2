import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { EventDeclaration, EventVersion } from '../../modules/kernel/stored-events.ts';
import { columns, eventOf } from '../event-store/sqlite/rows.ts';
import { explained, unusable } from '../event-store/sqlite/unusable-log.ts';
import { upcasting } from '../event-store/versioned.ts';
import { boundTo, erasedFields, opening } from '../personal-data/opening.ts';
import { unsealedText } from '../personal-data/seal.ts';
import type { SubjectKeys } from '../personal-data/subject-keys.ts';
import { type Besides, between } from './replayed-event.ts';

/** A piece of the log, decoded: the rows of the wanted events, each one text, and how far the log was read. */
export type Decoded = {
  readonly positions: readonly number[];
  readonly rows: readonly string[];
  /** What some of the rows do not say, by their places among these. */
  readonly besides: ReadonlyMap<number, Besides>;
  readonly position: number;
  readonly caughtUp: boolean;
};

type Row = { readonly position: number; readonly type: string; readonly row: string; readonly checksum: number };

/** The columns that the sum is over, in its order and with the same between them. */
const oneText = ['stream', 'revision', 'id', 'type', 'data', 'meta'].join(' || char(0) || ');

/** How events of a type are read that are of its newest version: what their `meta` begins with, and what is sealed. */
type Newest = { readonly begins: string; readonly personal: EventVersion['personal'] };

/**
 * Reads a log in SQLite as fast as can be: every row is checked, and those of the wanted types are opened and brought to the
 * newest version. Rows stay texts, which a thread hands over many times faster than objects.
 */
export class Decoder {
  readonly #file: string;
  readonly #keys: SubjectKeys;
  readonly #types: ReadonlySet<string>;
  readonly #newest: ReadonlyMap<string, Newest>;
  readonly #page: (after: number, limit: number) => { seen: number; rows: Row[] };
  readonly #inFull: (position: number) => Promise<StoredEvent>;

  /** @param options.types which types of events are wanted */
  constructor(options: {
    readonly database: DatabaseSync;
    readonly file: string;
    readonly declarations: ReadonlyMap<string, EventDeclaration>;
    readonly keys: SubjectKeys;
    readonly types: ReadonlySet<string>;
  }) {
    const { database, file, declarations, keys, types } = options;
    this.#file = file;
    this.#keys = keys;
    this.#types = types;
    this.#newest = new Map([...declarations].map(([type, declaration]) => [type, newestOf(declaration)]));
    const rows = database.prepare(
      `SELECT position, type, ${oneText} AS row, checksum FROM events WHERE position > ? ORDER BY position LIMIT ?`,
    );
    const sequence = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'events'");
    this.#page = (after, limit) =>
      explained(file, () => ({
        // Asked before the events: everything up to here is then among them, or was deleted.
        seen: Number(sequence.get()?.seq ?? 0),
        rows: rows.all(after, limit) as Row[],
      }));
    const one = database.prepare(`SELECT ${columns} FROM events WHERE position = ?`);
    one.setReadBigInts(true);
    const { openedOrDamaged } = opening(declarations, keys);
    const toRead = upcasting(declarations);
    this.#inFull = async (position) => {
      const found = explained(file, () => one.get(position));
      if (!found) throw unusable(file, `the event at position ${position} is gone.`);
      return toRead(await openedOrDamaged(eventOf(found, file)));
    };
  }

  /** At most `limit` rows after a position, less those that nobody wants. @throws UnusableLog */
  async after(position: number, limit: number): Promise<Decoded> {
    const { seen, rows } = this.#page(position, limit);
    const [positions, texts, besides] = [[] as number[], [] as string[], new Map<number, Besides>()];
    for (const row of rows) {
      if (crc32(row.row) !== row.checksum)
        throw unusable(this.#file, `the event at position ${row.position} is damaged.`);
      const isWanted = this.#types.has(row.type);
      // Whoever reads on must know of it, whether or not it is wanted.
      if (!isWanted && row.type !== 'PersonForgotten') continue;
      const found = this.#ofNewest(row);
      // Not awaited where there is nothing to wait for: it is asked of every event.
      const decoded = (typeof found === 'object' ? await found : found) ?? (await this.#inFull(row.position));
      if (!isWanted) continue;
      if (typeof decoded !== 'string') {
        const { data, unreadable, damaged } = decoded;
        besides.set(positions.length, { data, unreadable, damaged });
      }
      positions.push(row.position);
      texts.push(typeof decoded === 'string' ? decoded : row.row);
    }
    const caughtUp = rows.length < limit;
    const last = rows.at(-1)?.position ?? position;
    return { positions, rows: texts, besides, position: caughtUp && seen > last ? seen : last, caughtUp };
  }

  /** The row with what was sealed in it; undefined for one that has to be looked at in full. */
  #ofNewest({ type, row }: Row): string | undefined | Promise<string | undefined> {
    const newest = this.#newest.get(type);
    if (!newest || type === 'PersonForgotten' || !row.includes(newest.begins)) return undefined;
    return newest.personal ? this.#opened(row, newest.personal) : row;
  }

  async #opened(row: string, personal: NonNullable<EventVersion['personal']>): Promise<string | undefined> {
    const [stream = '', revision, id, type = '', data = '', meta] = row.split(between);
    try {
      const fields: { sealed?: unknown } = JSON.parse(data);
      const { sealed } = fields;
      // Where it stands when a shop wrote it.
      const end = `"sealed":"${sealed}"}`;
      if (typeof sealed !== 'string' || !data.endsWith(end)) return undefined;
      const subject = personal.subject(fields);
      const key = await this.#keys.find(subject);
      const values = key && unsealedText(sealed, key, boundTo({ stream, type }, subject));
      const opened = values ?? JSON.stringify(erasedFields(personal));
      if (!opened.startsWith('{"')) return undefined;
      return [stream, revision, id, type, data.slice(0, -end.length) + opened.slice(1), meta].join(between);
    } catch (reason) {
      // What is wrong with it is said by who looks at it in full.
      if (reason instanceof TypeError) return undefined;
      throw reason;
    }
  }
}

function newestOf({ version, versions }: EventDeclaration): Newest {
  return { begins: `${between}{"schema":${version},`, personal: versions.get(version)?.personal };
}
