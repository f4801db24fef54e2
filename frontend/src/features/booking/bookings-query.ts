import { queryOptions } from '@tanstack/react-query';
import type { Booking } from '../../../../modules/booking/contract.ts';
import { getDated, getPage, getWhole, withQuery } from '../../lib/api.ts';
import { bookingAsKnown, missBookings } from './newest-bookings.ts';
import { heldPage, type OrdersPage } from './orders-page.ts';
import { withPlaced } from './placed-orders.ts';
import { inPlace, type ShownBooking } from './shown-booking.ts';
import { isTakenBack } from './taken-back.ts';
import { settleSeenOrders } from './unanswered-orders.ts';

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

/** A page of everybody's orders; the server shows them to admins only. */
export function allBookingsQuery(email: string, after: string) {
  return queryOptions({
    queryKey: ['private', email, 'all-bookings', after],
    queryFn: async ({ client, queryKey, signal }) => {
      const page = await getPage<Booking>(withQuery('/booking', { limit: bookingsPerPage, after }), { signal });
      const entries = page.entries.map((booking) => bookingAsKnown(client, page.asOf, booking));
      const held = heldPage(client.getQueryData<OrdersPage>(queryKey), { ...page, entries });
      missBookings(client, page.asOf, held.entries);
      return withPlaced(client, held);
    },
    meta: { live: 'asked', isForAdmins: true },
  });
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
