import { cursorAfter } from '../kernel/cursor.ts';
import type { View } from '../kernel/view.ts';
import { longestPage } from '../kernel/wire.ts';
import { type BookingDocument, listedDigits, bookings as projection } from './read-models/bookings.ts';

/** The orders whose ids begin with so much of one, newest first; of very many the first thousand by their ids. */
export async function ordersByNumber(
  bookings: Pick<View<BookingDocument>, 'list'>,
  prefix: string,
): Promise<BookingDocument[]> {
  const listed = { index: 'number', key: prefix.slice(0, listedDigits), order: 'ascending' } as const;
  const after = cursorAfter({ sort: prefix, id: '' }, projection.storedAs, listed);
  const { documents } = await bookings.list({ ...listed, after, limit: longestPage });
  const found = documents.filter(({ _id }) => _id.startsWith(prefix));
  return found.sort((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1));
}
