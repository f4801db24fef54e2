import type { Booking } from '../booking.ts';
import type { BookingAbandoned } from '../events.ts';

export type AbandonBooking = { type: 'AbandonBooking'; bookingId: string; toolId: string };

/** Closes an order that never came, so that it cannot come later. An order that did come stays. */
export function abandonBooking({ bookingId, toolId }: AbandonBooking, booking: Booking): BookingAbandoned[] {
  return booking.status === 'none' ? [{ type: 'BookingAbandoned', data: { bookingId, toolId } }] : [];
}
