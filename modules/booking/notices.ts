import { type Notices, notices, topic } from '../kernel/notices.ts';
import { adminBookingNoticeNames, type BookingNotice } from './contract.ts';
import type { BookingEvent } from './events.ts';
import type { OrderFigures } from './figures/order-figures.ts';
import { bookings } from './read-models/bookings.ts';

/** The owner of an order and the admins hear what becomes of it. */
const told = (name: BookingNotice, { bookingId, uid }: { bookingId: string; uid: string }) =>
  ({ name, to: { uid, admins: true }, payload: { bookingId } }) as const;

const [noted] = adminBookingNoticeNames;

/** All orders are counted together. */
const all = 'all';

/** What booking tells browsers. */
export function bookingNotices(figures: OrderFigures): Notices {
  const counted = topic<BookingEvent>({
    name: 'orders.counted',
    to: 'admins',
    perSecond: 4,
    first: all,
    atMidnight: all,
    on: {
      ToolBooked: () => all,
      BookingPaid: () => all,
      BookingDeleted: () => all,
      BookingExpired: () => all,
      BookingRefunded: () => all,
      BookingRefundFailed: () => all,
    },
    latest: async () => new Map([[all, (await figures.counts()).counts]]),
  });
  return notices<BookingEvent>({
    shownBy: [bookings],
    topics: [counted],
    on: {
      ToolBooked: ({ data }) => told('booking.placed', data),
      BookingPaid: ({ data }) => told('booking.paid', data),
      BookingDeleted: ({ data }) => told('booking.deleted', data),
      BookingExpired: ({ data }) => told('booking.expired', data),
      BookingPacked: ({ data }) => told('booking.packed', data),
      BookingShipped: ({ data }) => told('booking.shipped', data),
      BookingDelivered: ({ data }) => told('booking.delivered', data),
      BookingNoted: ({ data: { bookingId } }) => ({ name: noted, to: { admins: true }, payload: { bookingId } }),
      // Money that fitted no order changes nothing of what is shown of this one.
      BookingRefunded: ({ data }) => (data.unmatched ? undefined : told('booking.refunded', data)),
    },
  });
}
