import { NotFound } from '../../kernel/errors.ts';
import type { Booking } from '../booking.ts';
import type { BookingNoted } from '../events.ts';

export type NoteBooking = { type: 'NoteBooking'; bookingId: string; noteId: string; note: string; by: string };

/** Writes down what an admin wants other admins to know of an order. */
export function noteBooking({ type: _, ...note }: NoteBooking, booking: Booking): BookingNoted[] {
  if (booking.status === 'none' || booking.status === 'gone') throw new NotFound('There is no such order.');
  return [{ type: 'BookingNoted', data: { ...note, uid: booking.order.uid } }];
}
