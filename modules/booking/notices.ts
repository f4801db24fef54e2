import { type Notices, notices } from '../kernel/notices.ts';
import type { BookingNotice } from './contract.ts';
import type { BookingEvent } from './events.ts';
import { bookings } from './read-models/bookings.ts';

/** The owner of an order and the admins hear what becomes of it. */
const told = (name: BookingNotice, { bookingId, uid }: { bookingId: string; uid: string }) =>
  ({ name, to: { uid, admins: true }, payload: { bookingId } }) as const;

/** What booking tells browsers. */
export function bookingNotices(): Notices {
  return notices<BookingEvent>({
    shownBy: [bookings],
    on: {
      ToolBooked: ({ data }) => told('booking.placed', data),
      BookingPaid: ({ data }) => told('booking.paid', data),
      BookingDeleted: ({ data }) => told('booking.deleted', data),
      BookingExpired: ({ data }) => told('booking.expired', data),
      // Money that fitted no order changes nothing of what is shown of this one.
      BookingRefunded: ({ data }) => (data.unmatched ? undefined : told('booking.refunded', data)),
    },
  });
}
