import { Conflict, NotFound } from '../../kernel/errors.ts';
import type { Booking } from '../booking.ts';
import type { BookingDeleted } from '../events.ts';

export type DeleteBooking = { type: 'DeleteBooking'; bookingId: string; by: string };

/** Takes back an order that is not paid. Deleting twice is deleting once. */
export function deleteBooking({ bookingId, by }: DeleteBooking, booking: Booking): BookingDeleted[] {
  switch (booking.status) {
    case 'unpaid':
      return [{ type: 'BookingDeleted', data: { bookingId, toolId: booking.order.toolId, by } }];
    case 'gone':
      return [];
    case 'paid':
    case 'refunded':
      throw new Conflict('A paid order cannot be deleted; ask for a refund.');
    case 'none':
      throw new NotFound('There is no such order.');
  }
}
