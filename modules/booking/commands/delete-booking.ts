import { Conflict, NotFound } from '../../kernel/errors.ts';
import { type Booking, unchargedOrder } from '../booking.ts';
import type { BookingDeleted } from '../events.ts';

export type DeleteBooking = { type: 'DeleteBooking'; bookingId: string; by: string };

/** Takes back an order that nobody has paid money for, so that none has to go back. Deleting twice is deleting once. */
export function deleteBooking({ bookingId, by }: DeleteBooking, booking: Booking): BookingDeleted[] {
  if (booking.status === 'none') throw new NotFound('There is no such order.');
  if (booking.status === 'gone') return [];
  const order = unchargedOrder(booking);
  if (!order) throw new Conflict('A paid order cannot be deleted; ask for a refund.');
  return [{ type: 'BookingDeleted', data: { bookingId, toolId: order.toolId, by } }];
}
