import type { Place } from '../../../modules/kernel/documents/cursor.ts';
import type { ListQuery } from '../../../modules/kernel/read-models.ts';
import { rowsOf } from '../sqlite-lists.ts';
import type { Statements } from '../sqlite-statements.ts';
import { storedIn } from '../sqlite-writes.ts';
import type { HeldProjection } from './held-projection.ts';
import { byPlace, listOf, placesBefore } from './places.ts';

type Row = Place & { readonly document: string };

/** What is asked for, with the place to go on after in the place of the cursor. */
type Asked = Pick<ListQuery, 'index' | 'key' | 'order' | 'limit'> & { readonly after: Place | undefined };

export type MergedPage = {
  readonly documents: string[];
  /** Those of the documents, and of the one beyond them. */
  readonly ids: string[];
  /** The place of the last document. */
  readonly last: Place | undefined;
  /** The place of the one beyond; undefined at the end of the list. */
  readonly upTo: Place | undefined;
};

/** A page as the file has it, with what was committed since instead of what it says of the same documents. */
export function mergedPage(statements: Statements, held: HeldProjection, asked: Asked): MergedPage {
  const most = asked.limit + 1;
  const inFile = rowsInFile(statements, held, asked, most);
  // It turned out that others have written the file: what stands above it is no longer what it was.
  if (inFile === undefined) return mergedPage(statements, held, asked);
  const inMemory = placesInMemory(held, asked, most);
  const direction = asked.order === 'ascending' ? 1 : -1;
  const merged = [...inMemory, ...inFile].sort((one, other) => direction * byPlace(one, other)).slice(0, most);
  const page = merged.slice(0, asked.limit);
  return {
    documents: page.map(({ document }) => document),
    ids: [...new Set(merged.map(({ id }) => id))],
    last: page.at(-1),
    upTo: merged[asked.limit],
  };
}

/** At most so many rows of the file that still count; undefined when the file has to be read anew, with all else. */
function rowsInFile(statements: Statements, held: HeldProjection, asked: Asked, most: number): Row[] | undefined {
  const found: Row[] = [];
  for (let from = asked.after; ; ) {
    const rows = rowsOf(statements.lists, held.name, { ...asked, after: from, limit: most });
    if (held.meet(storedIn(rows[0]))) return undefined;
    for (const { sort, id, document } of rows) {
      // A list with nothing in it is one row that says the checkpoint alone.
      if (id === null || held.isUnwritten(String(id))) continue;
      found.push({ sort: String(sort), id: String(id), document: String(document) });
    }
    const last = rows.at(-1);
    if (found.length >= most || rows.length < most || !last) return found;
    from = { sort: String(last.sort), id: String(last.id) };
  }
}

function placesInMemory(held: HeldProjection, { index, key, order, after }: Asked, most: number): Row[] {
  const list = listOf({ index, key });
  return held.memtables.flatMap((memtable, depth, all) => {
    const isBelowAnother = (id: string) => all.slice(0, depth).some(({ changes }) => changes.has(id));
    const places = memtable.placesIn(list);
    const [from, step] =
      order === 'ascending'
        ? [after ? placesBefore(places, after, true) : 0, 1]
        : [(after ? placesBefore(places, after) : places.length) - 1, -1];
    const rows: Row[] = [];
    for (let at = from; at >= 0 && at < places.length && rows.length < most; at += step) {
      const place = places[at];
      const document = place && memtable.changes.get(place.id)?.document;
      if (place && document !== undefined && !isBelowAnother(place.id)) rows.push({ ...place, document });
    }
    return rows;
  });
}
