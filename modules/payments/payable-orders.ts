import type { Orders, PayableOrder } from '../booking/money/contract.ts';
import { Conflict, Forbidden, NotFound } from '../kernel/errors.ts';
import type { Caller } from '../kernel/route.ts';
import { decimalOf, formatMoney, type Money, sumOf } from '../kernel/values/money.ts';

/** Which orders somebody wants to pay, and what they believe to pay in all. */
export type WantedPayment = {
  readonly bookingId?: string | undefined;
  readonly bookingIds?: readonly string[] | undefined;
  readonly price: Money;
};

/** The order has its money. */
export class PaidAlready extends Conflict {
  override name = 'PaidAlready';
  constructor() {
    super('This order is paid already.');
  }
}

/**
 * The orders that are to be paid, always in the same order: those that were named, or the caller's oldest unpaid one of
 * that price.
 * @throws NotFound, Forbidden; Conflict when one is paid, or when together they cost something else; Invalid when that is too much.
 */
export async function payableOrders(
  orders: Orders,
  caller: Caller,
  { bookingId, bookingIds, price }: WantedPayment,
): Promise<readonly PayableOrder[]> {
  const ids = bookingIds ?? (bookingId === undefined ? undefined : [bookingId]);
  const found = ids ? await Promise.all(ids.map(orders.find)) : [await orders.oldestUnpaid(caller.uid, price)];
  const wanted = found.map((order) => mayPay(caller, order));
  if (wanted.some(({ status }) => status !== 'unpaid')) throw new PaidAlready();
  const due = sumOf(wanted.map((order) => order.price));
  if (due.amount !== price.amount) {
    const what = wanted.length === 1 ? 'this order' : 'these orders';
    throw new Conflict(`The price of ${what} is ${decimalOf(due)} (${formatMoney(due)}).`);
  }
  // Two who want the same orders at once then begin with the same one, where it is decided who was first.
  return wanted.sort((one, other) => (one.bookingId < other.bookingId ? -1 : 1));
}

function mayPay(caller: Caller, order: PayableOrder | undefined): PayableOrder {
  if (!order || (order.uid !== caller.uid && caller.role !== 'admin')) throw new NotFound('There is no such order.');
  if (order.uid !== caller.uid) throw new Forbidden('Only who ordered can pay.');
  return order;
}
