import { Conflict, NotFound } from '../../kernel/errors.ts';
import type { Booking } from '../booking.ts';
import type { BookingDelivered } from '../events.ts';

export type DeliverBooking = { type: 'DeliverBooking'; bookingId: string; by: string };

/** It has not left the house. */
export class NotShipped extends Conflict {
  override name = 'NotShipped';
  constructor() {
    super('This order has not been shipped.');
  }
}

/** Says that a parcel has arrived, also one whose money went back meanwhile. Delivering twice is delivering once. */
export function deliverBooking({ bookingId, by }: DeliverBooking, booking: Booking): BookingDelivered[] {
  if (booking.status === 'none' || booking.status === 'gone') throw new NotFound('There is no such order.');
  const stage = 'fulfilment' in booking ? booking.fulfilment.stage : 'none';
  if (stage === 'delivered') return [];
  if (stage !== 'shipped') throw new NotShipped();
  const { uid, toolId } = booking.order;
  return [{ type: 'BookingDelivered', data: { bookingId, uid, toolId, by } }];
}
