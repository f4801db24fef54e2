import { Conflict, NotFound } from '../../kernel/errors.ts';
import { inDigits } from '../../kernel/values/in-words.ts';
import { formatMoney, type Money } from '../../kernel/values/money.ts';
import type { Booking } from '../booking.ts';
import { hasLeft } from '../fulfilment/fulfilment.ts';
import type { RefundRequested } from '../money/contract.ts';
import { MoreThanLeft } from '../refunds/more-than-left.ts';
import { leftToGiveBack, restockedOf } from '../refunds/refunds.ts';

export type RequestRefund = {
  type: 'RequestRefund';
  refundId: string;
  bookingId: string;
  /** All that is left when left out. */
  amount?: Money;
  reason: string;
  /** How many pieces go back to the shelf. */
  restock: number;
  by: string;
  /** Whether it had left the house for whoever asks. Said with pieces that go back to the shelf. */
  seenShipped?: boolean;
};

/** Pieces were to go back to the shelf, and have left the house meanwhile. */
export class ShippedMeanwhile extends Conflict {
  override name = 'ShippedMeanwhile';
  constructor() {
    super('This order was shipped a moment ago, so its pieces cannot go back to the shelf. Nothing was refunded.');
  }
}

/** Nothing has been paid for the order that could go back. */
export class NothingToRefund extends Conflict {
  override name = 'NothingToRefund';
}

/** Owes the buyer money of an order: never more than was received less what went back or is on its way. */
export function requestRefund(command: RequestRefund, booking: Booking): RefundRequested[] {
  const { type: _, amount: wanted, seenShipped, ...request } = command;
  if (booking.status === 'none' || booking.status === 'gone') throw new NotFound('There is no such order.');
  if (booking.status === 'unpaid' || !('paymentId' in booking.payment)) {
    throw new NothingToRefund('Nothing has been paid for this order.');
  }
  const { order, payment, fulfilment, refunds, loss } = booking;
  if (refunds.has(request.refundId)) return [];
  const left = { ...payment.amount, amount: leftToGiveBack(booking) };
  if (left.amount <= 0) {
    const how = loss.amount > 0 ? 'was taken back by the bank of who paid' : 'is on its way';
    throw new NothingToRefund(`All of it went back already, or ${how}.`);
  }
  const amount = wanted ?? left;
  if (amount.amount === 0) throw new NothingToRefund('A refund gives something back.');
  if (amount.amount > left.amount) {
    throw new MoreThanLeft(`Only ${formatMoney(left)} can go back.`, 'amount');
  }
  if (request.restock > 0 && seenShipped === false && hasLeft(fulfilment)) throw new ShippedMeanwhile();
  const out = order.quantity - restockedOf(refunds);
  if (request.restock > out) {
    throw new MoreThanLeft(`Only ${inDigits(out)} of its pieces can go back to the shelf.`, 'restock');
  }
  const { uid, toolId } = order;
  return [{ type: 'RefundRequested', data: { ...request, uid, toolId, paymentId: payment.paymentId, amount } }];
}
