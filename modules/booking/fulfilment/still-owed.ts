import { Conflict, NotFound } from '../../kernel/errors.ts';
import type { Booking, Order } from '../booking.ts';
import { leftToGiveBack, restockedOf } from '../refunds/refunds.ts';

/** Nobody has paid for it, so that nothing goes out. */
export class NotPaid extends Conflict {
  override name = 'NotPaid';
  constructor() {
    super('This order is not paid.');
  }
}

/** Whoever paid for it gets the money, and not the pieces. */
export class AllGoesBack extends Conflict {
  override name = 'AllGoesBack';
}

/**
 * The order, if the shop owes its pieces to whoever paid for it: it is paid, and neither all of the money nor all of the pieces
 * went back. Money that is only on its way back counts as gone, and so does what was lost in a dispute; what is disputed
 * still counts as there. Without this, somebody would get both.
 * @throws NotFound, NotPaid, AllGoesBack.
 */
export function stillOwed(booking: Booking): Order {
  if (booking.status === 'none' || booking.status === 'gone') throw new NotFound('There is no such order.');
  if (booking.status === 'unpaid') throw new NotPaid();
  const { order, payment, refunds, loss } = booking;
  const { amount } = payment.amount;
  if (amount > 0 && leftToGiveBack(booking) <= 0) {
    const how = loss.amount > 0 ? 'was taken back by the bank of who paid' : 'is on its way back';
    throw new AllGoesBack(`All of its money went back, or ${how}.`);
  }
  if (restockedOf(refunds) >= order.quantity) throw new AllGoesBack('All of its pieces went back to the shelf.');
  return order;
}
