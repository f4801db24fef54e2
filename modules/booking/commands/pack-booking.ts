import type { Booking } from '../booking.ts';
import type { BookingPacked } from '../events.ts';
import { stillOwed } from '../fulfilment/still-owed.ts';

export type PackBooking = { type: 'PackBooking'; bookingId: string; by: string };

/** Says that an order's pieces are in a parcel. Packing twice is packing once, and what has left was packed. */
export function packBooking({ bookingId, by }: PackBooking, booking: Booking): BookingPacked[] {
  if ('fulfilment' in booking && booking.fulfilment.stage !== 'none') return [];
  const { uid, toolId } = stillOwed(booking);
  return [{ type: 'BookingPacked', data: { bookingId, uid, toolId, by } }];
}
