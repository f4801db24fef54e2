import { queryOptions } from '@tanstack/react-query';
import type { Booking } from '../../../../modules/booking/contract.ts';
import { get, getPage, getWhole, withQuery } from '../../lib/api.ts';
import { settleSeenOrders } from './unanswered-orders.ts';

export const bookingsPerPage = 20;

/** One person's orders, newest first. Those among them that were sent and got no answer need none any more. */
export function bookingsQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'bookings'],
    queryFn: async ({ signal }) => {
      const bookings = await getWhole<Booking>(withQuery('/booking', { personEmail: email }), { signal });
      settleSeenOrders(bookings);
      return bookings;
    },
  });
}

/** A page of everybody's orders; the server shows them to admins only. */
export function allBookingsQuery(email: string, after: string) {
  return queryOptions({
    queryKey: ['private', email, 'all-bookings', after],
    queryFn: ({ signal }) => getPage<Booking>(withQuery('/booking', { limit: bookingsPerPage, after }), { signal }),
  });
}

export function bookingQuery(email: string, id: string) {
  return queryOptions({
    queryKey: ['private', email, 'booking', id],
    queryFn: ({ signal }) => get<Booking>(`/booking/${encodeURIComponent(id)}`, { signal }),
  });
}
