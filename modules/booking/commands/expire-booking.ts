import type { Booking } from '../booking.ts';
import type { BookingExpired } from '../events.ts';

export type ExpireBooking = { type: 'ExpireBooking'; bookingId: string };

/** Lets an order expire that was not paid in time. One that was paid meanwhile stays. */
export function expireBooking({ bookingId }: ExpireBooking, booking: Booking): BookingExpired[] {
  if (booking.status !== 'unpaid') return [];
  return [{ type: 'BookingExpired', data: { bookingId, toolId: booking.order.toolId } }];
}
