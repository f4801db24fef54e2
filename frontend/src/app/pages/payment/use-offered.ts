import { useEffect, useState } from 'react';
import type { ShownBooking } from '../../../features/booking/shown-booking.ts';

/** The orders of one payment are shown as paid within this time of one another, unless the shop is slow, in ms. */
const settlingMs = 2_000;

/**
 * The orders that the payment on the page is of. One payment pays them all, yet they are shown as paid one after the other:
 * asking for another payment of those that are left would be refused, and would take the card away that is being typed. So
 * they stay the same while somebody pays, and for a moment after one of them was paid, in another window perhaps.
 */
export function useOffered(
  orders: readonly ShownBooking[],
  { isPayable, isPaying }: { isPayable: (order: ShownBooking) => boolean; isPaying: boolean },
): readonly ShownBooking[] {
  const payable = orders
    .filter(isPayable)
    .map(({ _id }) => _id)
    .join();
  const [held, setHeld] = useState(payable);
  const ids = new Set(held.split(','));
  const offered = orders.filter(({ _id }) => ids.has(_id));
  const isBeingPaid = payable !== '' && offered.some(({ paid }) => paid);
  useEffect(() => {
    if (payable === held || isPaying) return;
    const timer = setTimeout(() => setHeld(payable), isBeingPaid ? settlingMs : 0);
    return () => clearTimeout(timer);
  }, [payable, held, isPaying, isBeingPaid]);
  return offered;
}
