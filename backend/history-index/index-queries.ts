import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Place, Wanted } from '../../modules/audit/history-index.ts';
import type { Dictionary } from './dictionary.ts';
import { hashOf, numberOf } from './hash.ts';
import type { Statements } from './history-file.ts';
import { type Range, rangesBetween } from './zone-map.ts';

/** Of an index that finds no more than this nobody asks for less. */
const few = 2_000;
const everywhere: Range = { first: 0, last: Number.MAX_SAFE_INTEGER };

type Term = { readonly column: string; readonly value: number };
/** One way to find what is wanted: by an index, and what it finds by. `byType`: it is in order for each type by itself. */
type Way = { readonly index: string; readonly terms: readonly Term[]; readonly byType?: true };

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

  newest(wanted: Wanted, { before, after = 0, limit }: { before: number; after?: number; limit: number }): Place[] {
    const terms = this.#termsOf(wanted);
    if (!terms) return [];
    const { since = 0, until = Number.MAX_SAFE_INTEGER } = wanted;
    const hasTimes = wanted.since !== undefined || wanted.until !== undefined;
    const { way, isSmall } = this.#bestOf(waysBy(terms));
    const ranges = hasTimes && !isSmall ? rangesBetween(this.#statements, since, until) : [everywhere];
    const columns = [...terms.map(({ column }) => column), ...(way?.byType ? ['type'] : [])];
    const select = this.#prepare(
      `SELECT position, at, stream, revision FROM events ${way ? `INDEXED BY ${way.index}` : ''}
       WHERE ${columns.map((column) => `${column} = ? AND `).join('')} position BETWEEN ? AND ?
       ${hasTimes ? 'AND at BETWEEN ? AND ?' : ''} ORDER BY position DESC LIMIT ?`,
    );
    const values = terms.map(({ value }) => value);
    const times = hasTimes ? [since, until] : [];
    const types = way?.byType ? this.#typesBy(way).map((type) => [type]) : [[]];
    const found: Place[] = [];
    for (const { first, last } of ranges) {
      if (found.length >= limit) break;
      if (first >= before || last <= after) continue;
      const most = limit - found.length;
      const rows = types.flatMap((type) =>
        select.all(...values, ...type, Math.max(first, after + 1), Math.min(last, before - 1), ...times, most),
      );
      if (types.length > 1) rows.sort((one, other) => Number(other.position) - Number(one.position));
      for (const row of rows.slice(0, most)) found.push(this.#placeOf(row));
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

  /** Where in a piece of the log events of an id may be. */
  find(eventId: string, { first, last }: Range): Place[] {
    return this.#statements.byId.all(first, last, numberOf(eventId)).map((row) => this.#placeOf(row));
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

  /** The way that finds least; of those that find much the first. */
  #bestOf(ways: readonly Way[]): { way: Way | undefined; isSmall: boolean } {
    let best: { way: Way; count: number } | undefined;
    for (const way of ways) {
      const where = way.terms.map(({ column }) => `${column} = ?`).join(' AND ');
      const { count } = this.#prepare(
        `SELECT count(*) AS count FROM (SELECT 1 FROM events INDEXED BY ${way.index} WHERE ${where} LIMIT ${few})`,
      ).get(...way.terms.map(({ value }) => value)) ?? { count: 0 };
      if (!best || Number(count) < best.count) best = { way, count: Number(count) };
    }
    return { way: best?.way, isSmall: best !== undefined && best.count < few };
  }

  /** The types of what an index finds: a skip scan, one look for each. */
  #typesBy({ index, terms: [term] }: Way): number[] {
    const next = this.#prepare(
      `SELECT min(type) AS type FROM events INDEXED BY ${index} WHERE ${term?.column} = ? AND type > ?`,
    );
    const types: number[] = [];
    for (let type: unknown = 0; ; ) {
      type = next.get(term?.value ?? 0, Number(type))?.type;
      if (type === null || type === undefined) return types;
      types.push(Number(type));
    }
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

/** The indexes that what is wanted can be found by. */
function waysBy(terms: readonly Term[]): Way[] {
  const by = (column: string) => terms.filter((one) => one.column === column);
  const type = by('type');
  const withTypes = (index: string, column: string): Way[] =>
    by(column).map((term) => ({ index, terms: [term, ...type], ...(type.length === 0 && { byType: true }) }));
  const alone = (index: string, column: string): Way[] => by(column).map((term) => ({ index, terms: [term] }));
  return [
    ...withTypes('by_stream', 'stream'),
    ...withTypes('by_actor', 'actor'),
    ...alone('by_type', 'type'),
    ...alone('by_correlation', 'correlation'),
  ];
}
