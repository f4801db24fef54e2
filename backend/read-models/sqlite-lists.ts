import type { DatabaseSync } from 'node:sqlite';
import type { Place } from '../../modules/kernel/documents/cursor.ts';
import { compareBytes } from '../../modules/kernel/encoding/compare-bytes.ts';
import { byId, type IndexEntry, type ListQuery } from '../../modules/kernel/read-models.ts';

type List = Pick<IndexEntry, 'index' | 'key'>;

/** A row of a statement. One that is of no document says the checkpoint alone. */
type Row = { readonly [column: string]: unknown };

/** What comes after every text, as SQLite compares. */
const afterAllTexts = new Uint8Array();

/**
 * The statements that read lists: those of `entries`, and those of documents by their ids, which have no rows there. One
 * statement is of one moment: the checkpoint that a list is read with is never newer than the list.
 */
export function prepareLists(database: DatabaseSync) {
  const ofEntries = 'entries.projection = projections.number AND entries.name = ?1 AND entries.key = ?2';
  const list = (compared: '<' | '>' | undefined, direction: 'ASC' | 'DESC') =>
    database.prepare(`
      SELECT projections.number, projections.position, entries.sort, entries.id, documents.document
      FROM projections
      LEFT JOIN entries ON ${ofEntries} ${compared ? `AND (entries.sort, entries.id) ${compared} (?4, ?5)` : ''}
      LEFT JOIN documents ON documents.projection = entries.projection AND documents.id = entries.id
      WHERE projections.name = ?3
      ORDER BY entries.sort ${direction}, entries.id ${direction}
      LIMIT ${compared ? '?6' : '?4'}`);
  // The index is searched for both ends: or each page would be looked for from the first document on.
  const ofDocuments = (first: '>=' | '>') => `documents.projection = projections.number
    AND documents.id ${first} ?4 AND documents.id < ?5 AND EXISTS (
      SELECT 1 FROM json_each(documents.entries) WHERE value ->> 'index' = ?1 AND value ->> 'key' = ?2)`;
  const listById = (first: '>=' | '>', direction: 'ASC' | 'DESC') =>
    database.prepare(`
      SELECT projections.number, projections.position, '' AS sort, documents.id, documents.document
      FROM projections
      LEFT JOIN documents ON ${ofDocuments(first)}
      WHERE projections.name = ?3
      ORDER BY documents.id ${direction}
      LIMIT ?6`);
  const count = (from: string, limit = '') =>
    database.prepare(`
      SELECT projections.number, projections.position,
        (SELECT count(*) FROM (SELECT 1 FROM ${from} ${limit})) AS documents
      FROM projections WHERE projections.name = ?3`);
  const fromEntries = `entries WHERE ${ofEntries}`;
  const fromDocuments = `documents WHERE ${ofDocuments('>=')}`;
  return {
    ascending: { start: list(undefined, 'ASC'), after: list('>', 'ASC') },
    descending: { start: list(undefined, 'DESC'), after: list('<', 'DESC') },
    count: count(fromEntries),
    countUpTo: count(fromEntries, 'LIMIT ?4'),
    byId: {
      ascending: { start: listById('>=', 'ASC'), after: listById('>', 'ASC') },
      descending: listById('>=', 'DESC'),
      count: count(fromDocuments),
      countUpTo: count(fromDocuments, 'LIMIT ?6'),
    },
  };
}

export type Lists = ReturnType<typeof prepareLists>;

/** At most so many rows of a list, after a place. A list that has none there is one row, of no document. */
export function rowsOf(
  lists: Lists,
  projection: string,
  list: List & Pick<ListQuery, 'order' | 'limit'> & { readonly after: Place | undefined },
): Row[] {
  const { index, key, order, limit, after } = list;
  if (index !== byId) {
    const { start, after: following } = lists[order];
    return after
      ? following.all(index, key, projection, after.sort, after.id, limit)
      : start.all(index, key, projection, limit);
  }
  const [first, end] = idsUnder(key);
  const { ascending, descending } = lists.byId;
  // A cursor that somebody made up may be of a place elsewhere: there it is the list from its start.
  const from = after && compareBytes(after.id, first) >= 0 ? after.id : undefined;
  if (order === 'descending') return descending.all(index, key, projection, first, from ?? end, limit);
  return from === undefined
    ? ascending.start.all(index, key, projection, first, end, limit)
    : ascending.after.all(index, key, projection, from, end, limit);
}

/** The row that says how long a list is. @param upTo more than so many are not counted */
export function countOf(lists: Lists, projection: string, { index, key }: List, upTo?: number): Row | undefined {
  const which = index === byId ? [index, key, projection, ...idsUnder(key)] : [index, key, projection];
  const { count, countUpTo } = index === byId ? lists.byId : lists;
  return upTo === undefined ? count.get(...which) : countUpTo.get(...which, upTo);
}

/** The ids that begin with a key: from the one up to the other, which is none of them. */
function idsUnder(key: string): [first: string, end: string | Uint8Array] {
  const first = key.toWellFormed();
  return [first, endOf(first)];
}

/** The least text that comes after all which begin so. */
function endOf(beginning: string): string | Uint8Array {
  const letters = [...beginning];
  for (;;) {
    const last = letters.pop()?.codePointAt(0);
    if (last === undefined) return afterAllTexts;
    // Surrogates are no characters.
    if (last < 0x10ffff) return letters.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
  }
}
