import type { DatabaseSync } from 'node:sqlite';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { EventDeclaration, EventVersion } from '../../modules/kernel/stored-events.ts';
import { momentOf } from '../../modules/kernel/time/moment.ts';
import { columns, eventOf } from '../event-store/sqlite/rows.ts';
import { lastGivenOut } from '../event-store/sqlite/schema.ts';
import { explained, unusable } from '../event-store/sqlite/unusable-log.ts';
import { upcasting } from '../event-store/versioned.ts';
import { wholeEvent } from '../event-store/whole-event.ts';
import { boundTo, cannotBeOpened, erasedFields, opening } from '../personal-data/opening.ts';
import { unsealedText } from '../personal-data/seal.ts';
import { forgotten, type SubjectKeys } from '../personal-data/subject-keys.ts';
import { isTooBig } from '../runtime/sqlite/sqlite-fault.ts';
import { type PackedRow, packedRows, unpacked } from './packed-rows.ts';

/** What the row of an event does not say: why it cannot be read, or its data in the shape of today. */
export type Besides = { readonly unreadable?: string; readonly damaged?: string; readonly data?: unknown };

/** A piece of the log, decoded: bytes with the rows of the wanted events in them, and how far the log was read. */
export type Decoded = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of each event `numbersOfEvent` numbers: where it stands in the log, and where its row and columns in the bytes. */
  readonly places: Float64Array<ArrayBuffer>;
  /** What the rows of some do not say, by their places among these: a text is the data of one, with what was sealed in it. */
  readonly besides: ReadonlyMap<number, string | Besides>;
  readonly position: number;
  readonly caughtUp: boolean;
};

/** How much is read at a time, in bytes, about: of long events so many fewer, as several pieces are in the memory at once. */
const mostBytes = 4 * 1024 * 1024;

/** Position, the number of the type, and where row, data and meta begin and the row ends. */
export const numbersOfEvent = 6;

/** Rows as bytes: so many, of at most `limit`; and the last position that had been given out before. */
type Page = {
  readonly seen: number;
  readonly rows: number;
  readonly bytes: Buffer<ArrayBuffer>;
  readonly limit: number;
};

/** How events of a type are read that are of its newest version: what their `meta` begins with, and what is sealed. */
type Newest = { readonly begins: Buffer; readonly personal: EventVersion['personal'] };

const [keyOfSealed, endOfSealed] = ['"sealed":"', '"}'];

/**
 * Reads a log in SQLite as fast as can be: every row is checked, and those of the wanted types are opened and brought to the
 * newest version. Rows stay bytes, as SQLite puts them together.
 */
export class Decoder {
  readonly #file: string;
  readonly #keys: SubjectKeys;
  readonly #types: ReadonlyMap<string, number>;
  readonly #newest: ReadonlyMap<string, Newest>;
  readonly #page: (after: number, limit: number) => Page;
  readonly #inFull: (position: number) => Promise<StoredEvent>;
  /** How many rows are within the bytes, as far as those before tell. */
  #fitting = Number.POSITIVE_INFINITY;

  /** @param options.types which types of events are wanted; events are given with the place of theirs among these */
  constructor(options: {
    readonly database: DatabaseSync;
    readonly file: string;
    readonly declarations: ReadonlyMap<string, EventDeclaration>;
    readonly keys: SubjectKeys;
    readonly types: readonly string[];
  }) {
    const { database, file, declarations, keys, types } = options;
    this.#file = file;
    this.#keys = keys;
    this.#types = new Map(types.map((type, number) => [type, number]));
    this.#newest = new Map([...declarations].map(([type, declaration]) => [type, newestOf(declaration)]));
    const page = database.prepare(packedRows);
    const sequence = database.prepare(lastGivenOut);
    const pageOf = (after: number, limit: number): Page => {
      try {
        // Asked before the events: everything up to here is then among them, or was deleted.
        const seen = Number(sequence.get()?.seq ?? 0);
        const { rows, packed } = page.get(after, limit) ?? {};
        const bytes = packed instanceof Uint8Array ? packed : new Uint8Array();
        const packedBytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
        return { seen, rows: Number(rows), bytes: packedBytes, limit };
      } catch (error) {
        // What comes may be longer than what came before.
        if (limit === 1 || !isTooBig(error)) throw error;
        return pageOf(after, Math.ceil(limit / 8));
      }
    };
    this.#page = (after, limit) => explained(file, () => pageOf(after, limit));
    const one = database.prepare(`SELECT ${columns} FROM events WHERE position = ?`);
    one.setReadBigInts(true);
    const { openedOrDamaged } = opening(declarations, keys);
    const toRead = upcasting(declarations);
    this.#inFull = async (position) => {
      const found = explained(file, () => one.get(position));
      if (!found) throw unusable(file, `the event at position ${position} is gone.`);
      return toRead(await openedOrDamaged(wholeEvent(eventOf(found, file))));
    };
  }

  /** At most so many rows after a position, less those that nobody wants. @throws UnusableLog */
  async after(after: number, most: number): Promise<Decoded> {
    const { seen, rows, bytes, limit } = this.#page(after, Math.min(most, this.#fitting));
    if (rows > 0) this.#fitting = Math.max(1, Math.floor((mostBytes * rows) / bytes.length));
    let read = 0;
    const places: number[] = [];
    const besides = new Map<number, string | Besides>();
    let position = after;
    const damaged = (at: number) => unusable(this.#file, `the event at position ${at} is damaged.`);
    for (const row of unpacked(bytes, damaged)) {
      position = row.position;
      read += 1;
      const type = this.#types.get(row.type);
      // Whoever reads on must know of it, whether or not it is wanted.
      if (type === undefined && row.type !== 'PersonForgotten') continue;
      const { begin, data, meta, end } = row;
      const found = this.#ofNewest(bytes, row);
      // Not awaited where there is nothing to wait for: it is asked of every event.
      const decoded = (typeof found === 'object' ? await found : found) ?? (await this.#inFull(position));
      if (type === undefined) continue;
      if (decoded !== asItIs) besides.set(places.length / numbersOfEvent, saidBesides(decoded));
      places.push(position, type, begin, data, meta, end);
    }
    // What is without a sum is not among the bytes.
    if (read < rows) throw unusable(this.#file, `an event after position ${after} is damaged.`);
    const caughtUp = rows < limit;
    if (caughtUp && seen > position) position = seen;
    return { bytes, places: new Float64Array(places), besides, position, caughtUp };
  }

  /** The data with what was sealed in it, or that it is as it is; undefined for an event that has to be looked at in full. */
  #ofNewest(bytes: Buffer, row: PackedRow): Data | Promise<Data> {
    const newest = this.#newest.get(row.type);
    if (!newest || row.type === 'PersonForgotten' || !isUsual(bytes, row, newest)) return undefined;
    return newest.personal ? this.#opened(bytes, row, newest.personal) : asItIs;
  }

  #opened(bytes: Buffer, row: PackedRow, personal: NonNullable<EventVersion['personal']>): Data | Promise<Data> {
    const text = bytes.toString('utf8', row.data, row.meta - 1);
    // Where it stands when a shop wrote it: the last field.
    const at = text.lastIndexOf(keyOfSealed);
    const sealed = text.slice(at + keyOfSealed.length, -endOfSealed.length);
    if (at < 1 || !text.endsWith(endOfSealed) || /["\\]/.test(sealed)) return undefined;
    const open = text.slice(0, at);
    const subject = this.#subjectOf(open, personal);
    if (subject === undefined) return undefined;
    const stream = bytes.toString('utf8', row.begin, bytes.indexOf(0, row.begin));
    const belongsTo = boundTo({ stream, type: row.type }, subject);
    // What is wrong with it is said by whoever looks at it in full.
    const toldInFull = (reason: unknown): Data => {
      if (!cannotBeOpened(reason)) throw reason;
      return undefined;
    };
    const opened = (key: ReturnType<SubjectKeys['known']>): Data => {
      try {
        const values = key && key !== forgotten ? unsealedText(sealed, key, belongsTo) : undefined;
        const fields = values ?? JSON.stringify(erasedFields(personal));
        return fields.startsWith('{"') ? open + fields.slice(1) : undefined;
      } catch (reason) {
        return toldInFull(reason);
      }
    };
    const known = this.#keys.known(subject);
    return known ? opened(known) : this.#keys.find(subject).then(opened, toldInFull);
  }

  /** Whose it is, by the data up to what is sealed; undefined where that cannot be told. */
  #subjectOf(open: string, personal: NonNullable<EventVersion['personal']>): string | undefined {
    try {
      return personal.subject(JSON.parse(open.endsWith(',') ? `${open.slice(0, -1)}}` : `${open}}`));
    } catch (reason) {
      if (reason instanceof SyntaxError || reason instanceof TypeError) return undefined;
      throw reason;
    }
  }
}

const asItIs = true;
type Data = string | typeof asItIs | undefined;

function saidBesides(decoded: string | StoredEvent): string | Besides {
  if (typeof decoded === 'string') return decoded;
  const { data, unreadable, damaged } = decoded;
  return { data, unreadable, damaged };
}

function isAt(bytes: Buffer, at: number, expected: Buffer): boolean {
  for (let index = 0; index < expected.length; index++) if (bytes[at + index] !== expected[index]) return false;
  return true;
}

/** Whether an event is an object, and what is said about it what a shop writes, as far as can be told at a glance. */
function isUsual(bytes: Buffer, { data, meta, end }: PackedRow, { begins }: Newest): boolean {
  if (bytes[data] !== beginOfObject || !isAt(bytes, meta, begins)) return false;
  const time = meta + begins.length;
  if (!lengthsOfTime.some((length) => isAt(bytes, time + length, behindTime))) return false;
  const at = bytes.indexOf(correlation, meta);
  return at !== -1 && at < end;
}

/** How long the time of an event is as it is written today, and to the millisecond, as it was once. */
const lengthsOfTime = [momentOf(0).length, new Date(0).toISOString().length];
const behindTime = Buffer.from('","actor":{"uid":"');
const correlation = Buffer.from('"correlationId":"');
const beginOfObject = 0x7b;

function newestOf({ version, versions }: EventDeclaration): Newest {
  return { begins: Buffer.from(`{"schema":${version},"time":"`), personal: versions.get(version)?.personal };
}
