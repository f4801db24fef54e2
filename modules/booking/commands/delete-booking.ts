import { Conflict, NotFound } from '../../kernel/errors.ts';
import { type Booking, unchargedOrder } from '../booking.ts';
import type { BookingDeleted } from '../events.ts';
import type { BookingPaymentClosed } from '../money/contract.ts';
import { leavePayment } from './leave-payment.ts';

export type DeleteBooking = {
  type: 'DeleteBooking';
  bookingId: string;
  by: string;
  /** An admin may also take back what is in a parcel and has not left the house. */
  byAdmin?: true;
  /** The payment that the provider has cancelled for it. */
  cancelled?: string;
};

/** It is being sent to whoever ordered it, though it costs nothing. */
export class OnItsWay extends Conflict {
  override name = 'OnItsWay';
}

/**
 * Takes back an order that nobody has paid money for, so that none has to go back. Deleting twice is deleting once.
 * @throws StillInPayment while a payment is open that may yet bring money.
 */
export function deleteBooking(
  { bookingId, by, byAdmin, cancelled }: DeleteBooking,
  booking: Booking,
): (BookingPaymentClosed | BookingDeleted)[] {
  if (booking.status === 'none') throw new NotFound('There is no such order.');
  if (booking.status === 'gone') return [];
  const order = unchargedOrder(booking);
  if (!order) throw new Conflict('A paid order cannot be deleted; ask for a refund.');
  const stage = 'fulfilment' in booking ? booking.fulfilment.stage : 'none';
  if (stage === 'packed' && !byAdmin) throw new OnItsWay('This order is packed already, and cannot be deleted.');
  if (stage === 'shipped' || stage === 'delivered') throw new OnItsWay('An order that was shipped cannot be deleted.');
  const { uid, toolId, price: amount } = order;
  return [
    ...leavePayment(booking, cancelled),
    { type: 'BookingDeleted', data: { bookingId, uid, toolId, amount, by } },
  ];
}
