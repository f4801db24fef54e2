import type { ShownBooking } from '../shown-booking.ts';

/**
 * Orders in the order in which they are listed, those of one checkout together where the first of them stands: others may have
 * been placed in the moment in which it was.
 */
export function placedTogether(bookings: readonly ShownBooking[]): readonly (readonly ShownBooking[])[] {
  const groups = new Map<string, ShownBooking[]>();
  for (const booking of bookings) {
    const key = booking.checkoutId ?? booking._id;
    groups.set(key, [...(groups.get(key) ?? []), booking]);
  }
  return [...groups.values()];
}
