import type { Listing, ScannedDocuments, ScannedListings } from '../../modules/kernel/read-models.ts';
import type { Statements } from './sqlite-statements.ts';
import { storedIn } from './sqlite-writes.ts';

/** A piece of all documents of a projection, in the order of their ids, and where it goes on. */
export function scannedDocuments(
  { scan }: Statements,
  projection: string,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): ScannedDocuments {
  const rows = after === undefined ? scan.start.all(projection, limit) : scan.after.all(projection, limit, after);
  // A projection with nothing more in it is one row that says the checkpoint alone.
  const found = rows.filter(({ id }) => id !== null);
  const documents = found.map(({ id, document }) => ({ id: String(id), document: String(document) }));
  return {
    documents,
    next: documents.length === limit ? documents.at(-1)?.id : undefined,
    asOf: storedIn(rows[0])?.position,
  };
}

/** A piece of all that a projection lists, in the order of the index. */
export function scannedListings(
  { scanListings }: Statements,
  projection: string,
  { after, limit }: { readonly after?: Listing | undefined; readonly limit: number },
): ScannedListings {
  const rows = after
    ? scanListings.after.all(projection, limit, after.index, after.key, after.sort, after.id)
    : scanListings.start.all(projection, limit);
  const listings: Listing[] = [];
  for (const { name, key, sort, id } of rows) {
    if (id === null) continue;
    listings.push({ index: String(name), key: String(key), sort: String(sort), id: String(id) });
  }
  return { listings, hasMore: listings.length === limit, asOf: storedIn(rows[0])?.position };
}
