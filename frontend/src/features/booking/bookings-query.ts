import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Booking } from '../../../../modules/booking/contract.ts';
import { getDated, getPage, getWhole, withQuery } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { firstPage, isNarrowed, type OrdersWanted, type Place, searchFor } from './all-orders/orders-wanted.ts';
import { bookingAsKnown, missBookings } from './newest-bookings.ts';
import { settleSeenOrders } from './ordering/unanswered-orders.ts';
import { heldPage, type OrdersPage } from './orders-page.ts';
import { withPlaced } from './placed-orders.ts';
import { goneOf, inPlace, type ShownBooking } from './shown-booking.ts';
import { isTakenBack } from './taken-back.ts';

export const bookingsPerPage = 20;

/** One person's orders, newest first. Those among them that were sent and got no answer need none any more. */
export function bookingsQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'bookings'],
    queryFn: async ({ client, queryKey, signal }) => {
      const { body, asOf } = await getWhole<Booking>(withQuery('/booking', { personEmail: email }), { signal });
      settleSeenOrders(body);
      const before = client.getQueryData<ShownBooking[]>(queryKey) ?? [];
      const now = body.map((booking) => bookingAsKnown(client, asOf, booking));
      const rows = inPlace(before, now, isTakenBack);
      missBookings(client, asOf, rows);
      return rows;
    },
    meta: { live: 'asked' },
  });
}

/** A page of everybody's orders, or of those that are looked for; the server shows them to admins only. */
export function allBookingsQuery(email: string, wanted: OrdersWanted = {}, place: Place = firstPage) {
  const search = searchFor(wanted, { ...place, from: 1 });
  return queryOptions({
    queryKey: ['private', email, 'all-bookings', search],
    queryFn: async ({ client, queryKey, signal }) => {
      const asked = withQuery('/booking', { ...wanted, limit: bookingsPerPage, after: place.after });
      const page = await getPage<Booking>(asked, { signal });
      const entries = page.entries.map((booking) => bookingAsKnown(client, page.asOf, booking));
      const before = client.getQueryData<OrdersPage>(queryKey);
      const elsewhere = isNarrowed(wanted) ? await stillThere(client, before, entries, signal) : [];
      const held = heldPage(before, { ...page, entries }, elsewhere);
      missBookings(client, page.asOf, held.entries);
      return isNarrowed(wanted) ? { ...held, isNarrowed: true as const } : withPlaced(client, held);
    },
    // As long as nobody reads what was looked for, nothing keeps it true.
    ...(isNarrowed(wanted) && { staleTime: 0 }),
    meta: { live: 'asked', isForAdmins: true },
  });
}

/** Of orders that were found and are not any more: those that are something else by now, and not gone. */
async function stillThere(
  client: QueryClient,
  before: OrdersPage | undefined,
  now: readonly ShownBooking[],
  signal: AbortSignal,
): Promise<ShownBooking[]> {
  const found = new Set(now.map(({ _id }) => _id));
  const missing = (before?.isRead ? before.entries : []).filter((one) => !found.has(one._id) && !goneOf(one));
  const asked = missing.map(({ _id }) => orderNow(client, _id, signal));
  return (await Promise.all(asked)).filter((order) => order !== undefined);
}

/** Undefined when there is none any more. */
async function orderNow(client: QueryClient, id: string, signal: AbortSignal): Promise<ShownBooking | undefined> {
  try {
    const { body, asOf } = await getDated<Booking>(`/booking/${encodeURIComponent(id)}`, { signal });
    return bookingAsKnown(client, asOf, body);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

export function bookingQuery(email: string, id: string) {
  return queryOptions({
    queryKey: ['private', email, 'booking', id],
    queryFn: async ({ client, signal }) => {
      const { body, asOf } = await getDated<Booking>(`/booking/${encodeURIComponent(id)}`, { signal });
      return bookingAsKnown(client, asOf, body);
    },
    meta: { live: 'asked' },
  });
}
