import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Kept, Page } from './store.ts';

type Row = { [column: string]: unknown };

/** Of intents themselves no list is asked for by intent. */
const ofIntent: readonly (keyof Kept)[] = ['charges', 'refunds', 'disputes'];
const all: readonly (keyof Kept)[] = ['intents', ...ofIntent];

const created = `json_extract(body, '$.created')`;
const intent = `json_extract(body, '$.intentId')`;

/** Each page is read off an index, from where it begins to where it ends. */
export const listIndexes = [
  'DROP INDEX IF EXISTS refunds_of_intent;',
  ...all.map((kind) => `CREATE INDEX IF NOT EXISTS ${kind}_created ON ${kind} (${created});`),
  ...ofIntent.map((kind) => `CREATE INDEX IF NOT EXISTS ${kind}_by_intent ON ${kind} (${intent}, ${created});`),
].join('\n');

/** Reads pages of lists. What was made in the same second is in the order in which it was first written. */
export function sqliteLists(database: DatabaseSync) {
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    const ready = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, ready);
    return ready;
  };

  return (kind: keyof Kept, { limit, intentId, from = 0, until = latest, after, before }: Page): Row[] => {
    const cursor = after ?? before;
    const place = cursor === undefined ? undefined : prepare(placeOf(kind)).get(cursor);
    const isBackwards = before !== undefined;
    const sql = pageOf(kind, { isOfIntent: intentId !== undefined, isBackwards, hasCursor: place !== undefined });
    const rows = prepare(sql).all({
      limit,
      from: isBackwards ? Math.max(from, Number(place?.created ?? from)) : from,
      until: isBackwards ? until : Math.min(until, Number(place?.created ?? until)),
      ...(intentId !== undefined && { intentId }),
      ...(place && { created: place.created ?? 0, row: place.row ?? 0 }),
    });
    return isBackwards ? rows.reverse() : rows;
  };
}

const latest = Number.MAX_SAFE_INTEGER;

const placeOf = (kind: keyof Kept) => `SELECT ${created} AS created, rowid AS row FROM ${kind} WHERE id = ?`;

/** A page's statement: from the newest to the oldest; backwards from a cursor to what is newer. */
export function pageOf(
  kind: keyof Kept,
  is: { isOfIntent: boolean; isBackwards: boolean; hasCursor: boolean },
): string {
  const [further, order] = is.isBackwards ? ['>', 'ASC'] : ['<', 'DESC'];
  return [
    `SELECT body FROM ${kind} WHERE ${created} BETWEEN :from AND :until`,
    is.isOfIntent ? `AND ${intent} = :intentId` : '',
    is.hasCursor ? `AND (${created} ${further} :created OR rowid ${further} :row)` : '',
    `ORDER BY ${created} ${order}, rowid ${order} LIMIT :limit`,
  ].join(' ');
}
