import { cursorAfter } from '../../kernel/documents/cursor.ts';
import type { View } from '../../kernel/documents/view.ts';
import { byId } from '../../kernel/read-models.ts';
import { longestPage } from '../../kernel/wire/wire.ts';
import { type BookingDocument, listedDigits, bookings as projection } from '../read-models/bookings.ts';

/** The orders whose ids begin with so much of one, newest first; of very many the first thousand by their ids. */
export async function ordersByNumber(
  bookings: Pick<View<BookingDocument>, 'list'>,
  prefix: string,
): Promise<BookingDocument[]> {
  const listed = { index: byId, key: prefix.slice(0, listedDigits), order: 'ascending' } as const;
  const after = cursorAfter({ sort: '', id: justBefore(prefix) }, projection.storedAs, listed);
  const { documents } = await bookings.list({ ...listed, after, limit: longestPage });
  const found = documents.filter(({ _id }) => _id.startsWith(prefix));
  return found.sort((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1));
}

/** What comes before all ids with this beginning, a whole one too, and after all with one that is less. */
function justBefore(prefix: string): string {
  const last = prefix.length - 1;
  return `${prefix.slice(0, last)}${String.fromCharCode(prefix.charCodeAt(last) - 1)}\u{10ffff}`;
}
