import type { Booking } from '../booking.ts';
import type { BookingPersonForgotten } from '../events.ts';

export type ForgetBooker = { type: 'ForgetBooker'; bookingId: string; uid: string };

/** The order stays, and whose it was is forgotten: name, email, location and phone are gone with the person's key. */
export function forgetBooker({ bookingId, uid }: ForgetBooker, booking: Booking): BookingPersonForgotten[] {
  const isTheirs = 'order' in booking ? booking.order.uid === uid : 'uid' in booking && booking.uid === uid;
  return isTheirs ? [{ type: 'BookingPersonForgotten', data: { bookingId, uid } }] : [];
}
