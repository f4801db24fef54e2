import { inDigits } from '../../kernel/values/in-words.ts';
import { formatMoney, type Money, nearestMoney } from '../../kernel/values/money.ts';
import { orderNumber } from '../../kernel/values/order-number.ts';

/** What of an order a receipt is made of. */
type ReceivedFor = {
  readonly _id: string;
  readonly at: string;
  readonly paidAt?: string | undefined;
  readonly refundedAt?: string | undefined;
  readonly buyerName: string;
  readonly personEmail: string;
  readonly location: string;
  readonly toolName: string;
  readonly quantity: number;
  readonly price: number;
  readonly refunded: number;
};

/** A receipt as it is printed: texts only, so that whoever prints it knows nothing of orders. */
export type Receipt = {
  readonly number: string;
  /** Labels and what stands beside them. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly line: { readonly item: string; readonly pieces: string; readonly each: string; readonly amount: string };
  readonly sums: readonly { readonly label: string; readonly amount: string; readonly isTotal?: true }[];
  readonly note: string;
};

/**
 * Makes a PDF of a receipt; the same of the same.
 * @param by whoever asks for it: many that one person asks for are in the way of nobody else's
 * @throws Busy when too many wait already, or too many of this person's
 */
export type PrintReceipt = (receipt: Receipt, by: string, signal: AbortSignal) => Promise<Uint8Array>;

/** So that the same receipt says the same wherever it is printed. */
const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const on = (label: string, at: string | undefined) =>
  at === undefined ? label : `${label} on ${day.format(new Date(at))}`;

/**
 * What the receipt of an order that was paid says: no tax, of which the shop knows nothing.
 */
export function receiptOf(order: ReceivedFor, currency: string): Receipt {
  const [price, refunded] = [nearestMoney(order.price, currency), nearestMoney(order.refunded, currency)];
  const kept = { ...price, amount: price.amount - refunded.amount };
  const money = (one: Money) => formatMoney(one);
  const isFree = price.amount === 0;
  return {
    number: orderNumber(order._id),
    facts: [
      ['Order', orderNumber(order._id)],
      ['Ordered (UTC)', day.format(new Date(order.at))],
      ['For', order.buyerName],
      ['Email', order.personEmail],
      ['Location', order.location],
    ],
    line: {
      item: order.toolName,
      pieces: inDigits(order.quantity),
      each: eachOf(price, order.quantity),
      amount: money(price),
    },
    sums: [
      { label: 'Total', amount: money(price), isTotal: true },
      { label: isFree ? 'Free of charge' : on('Paid', order.paidAt), amount: money(price) },
      ...(refunded.amount > 0
        ? [
            { label: on('Refunded', order.refundedAt), amount: `−${money(refunded)}` },
            { label: 'Paid after refunds', amount: money(kept), isTotal: true as const },
          ]
        : []),
    ],
    note: 'Dates are in UTC. This receipt says nothing of taxes.',
  };
}

/** An order is of one price a piece, so this is exact. */
function eachOf({ amount, currency }: Money, quantity: number): string {
  const each = quantity > 0 ? amount / quantity : amount;
  return Number.isInteger(each) ? formatMoney({ amount: each, currency }) : '';
}
