import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Place, Wanted } from '../../modules/audit/history-index.ts';
import type { Dictionary } from './dictionary.ts';
import { hashOf } from './hash.ts';
import type { Statements } from './history-file.ts';
import { type Range, rangesBetween } from './zone-map.ts';

/** Of an index that finds no more than this nobody asks for less. */
const few = 2_000;
const everywhere: Range = { first: 0, last: Number.MAX_SAFE_INTEGER };

type Term = { readonly column: string; readonly value: number };
/** One way to find what is wanted: by an index, and the columns that it finds by. */
type Way = { readonly index: string; readonly terms: readonly Term[] };

/** Reads the index. What is wanted together is found by that of its indexes which finds least. */
export class IndexQueries {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #dictionary: Dictionary;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, statements: Statements, dictionary: Dictionary) {
    this.#database = database;
    this.#statements = statements;
    this.#dictionary = dictionary;
  }

  newest(wanted: Wanted, { before, limit }: { before: number; limit: number }): Place[] {
    const terms = this.#termsOf(wanted);
    if (!terms) return [];
    const { since = 0, until = Number.MAX_SAFE_INTEGER } = wanted;
    const hasTimes = wanted.since !== undefined || wanted.until !== undefined;
    const way = this.#bestOf(waysBy(terms), before);
    const ranges = hasTimes && !way.isSmall ? rangesBetween(this.#statements, since, until) : [everywhere];
    const indexed = way.index === undefined ? '' : `INDEXED BY ${way.index}`;
    const others = [
      ...terms.map(({ column }) => ` AND ${column} = ?`),
      ...(hasTimes ? [' AND at BETWEEN ? AND ?'] : []),
    ];
    const select = this.#prepare(
      `SELECT position, at, stream, revision FROM events ${indexed} WHERE position BETWEEN ? AND ?${others.join('')}
       ORDER BY position DESC LIMIT ?`,
    );
    const values = [...terms.map(({ value }) => value), ...(hasTimes ? [since, until] : [])];
    const found: Place[] = [];
    for (const { first, last } of ranges) {
      if (found.length >= limit) break;
      if (first >= before) continue;
      const rows = select.all(first, Math.min(last, before - 1), ...values, limit - found.length);
      for (const row of rows) found.push(this.#placeOf(row));
    }
    return found;
  }

  /** Of several types each is found by itself, in order: together they would have to be sorted, however many there are. */
  oldest(
    wanted: { types: readonly string[] } | { correlation: string },
    { after, upTo, limit }: { after: number; upTo: number; limit: number },
  ): Place[] {
    const ways: Way[] =
      'correlation' in wanted
        ? [wayBy('by_correlation', 'correlation', hashOf(wanted.correlation))]
        : wanted.types.flatMap((type) => {
            const word = this.#dictionary.word('type', type);
            return word === undefined ? [] : [wayBy('by_type', 'type', word)];
          });
    const found = ways.flatMap(({ index, terms: [term] }) =>
      this.#prepare(
        `SELECT position, at, stream, revision FROM events INDEXED BY ${index}
         WHERE ${term?.column} = ? AND position > ? AND position <= ? ORDER BY position LIMIT ?`,
      ).all(term?.value ?? 0, after, upTo, limit),
    );
    if (ways.length > 1) found.sort((one, other) => Number(one.position) - Number(other.position));
    return found.slice(0, limit).map((row) => this.#placeOf(row));
  }

  find(eventId: string): Place[] {
    return this.#statements.byId.all(hashOf(eventId)).map((row) => this.#placeOf(row));
  }

  /** Undefined where something is wanted that no event has. */
  #termsOf({ stream, actor, type, correlation }: Wanted): Term[] | undefined {
    const terms: Term[] = [];
    const add = (column: string, value: number | undefined) => {
      if (value !== undefined) terms.push({ column, value });
      return value !== undefined;
    };
    if (stream !== undefined && !add('stream', this.#dictionary.stream(stream))) return undefined;
    if (actor !== undefined && !add('actor', this.#dictionary.word('actor', actor))) return undefined;
    if (type !== undefined && !add('type', this.#dictionary.word('type', type))) return undefined;
    if (correlation !== undefined) add('correlation', hashOf(correlation));
    return terms;
  }

  /** The way that finds least; of those that find much the first, whose index knows most of what is wanted. */
  #bestOf(ways: readonly Way[], before: number): { index?: string; isSmall: boolean } {
    let best: { index: string; count: number } | undefined;
    for (const { index, terms } of ways) {
      const where = terms.map(({ column }) => `${column} = ? AND `).join('');
      const { count } = this.#prepare(
        `SELECT count(*) AS count FROM
         (SELECT 1 FROM events INDEXED BY ${index} WHERE ${where} position < ? LIMIT ${few})`,
      ).get(...terms.map(({ value }) => value), before) ?? { count: 0 };
      if (!best || Number(count) < best.count) best = { index, count: Number(count) };
    }
    return best ? { index: best.index, isSmall: best.count < few } : { isSmall: false };
  }

  #placeOf(row: Record<string, unknown>): Place {
    return {
      position: BigInt(Number(row.position)),
      stream: this.#dictionary.nameOf(Number(row.stream)),
      revision: BigInt(Number(row.revision)),
      at: Number(row.at),
    };
  }

  #prepare(sql: string): StatementSync {
    const known = this.#prepared.get(sql) ?? this.#database.prepare(sql);
    this.#prepared.set(sql, known);
    return known;
  }
}

const wayBy = (index: string, column: string, value: number): Way => ({ index, terms: [{ column, value }] });

/** The indexes that what is wanted can be found by; the first knows what else is wanted without a look at the rows. */
function waysBy(terms: readonly Term[]): Way[] {
  const term = (column: string) => terms.find((one) => one.column === column);
  const way = (index: string, ...columns: string[]): Way[] => {
    const found = columns.flatMap((column) => term(column) ?? []);
    return found.length === columns.length ? [{ index, terms: found }] : [];
  };
  const both = way('by_actor_and_type', 'actor', 'type');
  return [
    ...way('by_stream', 'stream'),
    ...both,
    ...(both.length > 0 ? [] : [...way('by_actor', 'actor'), ...way('by_type', 'type')]),
    ...way('by_correlation', 'correlation'),
  ];
}
