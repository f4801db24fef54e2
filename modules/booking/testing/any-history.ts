import fc from 'fast-check';
import type { BookingEvent } from '../events.ts';
import {
  bookingDeleted,
  bookingDelivered,
  bookingExpired,
  bookingNoted,
  bookingPacked,
  bookingPaid,
  bookingPersonForgotten,
  bookingRefunded,
  bookingRefundFailed,
  bookingShipped,
  paymentUnmatched,
  refundedElsewhere,
  refundRequested,
  refundSettled,
  shippingCorrected,
  toolBooked,
  unmatchedRefunded,
} from './examples.ts';

export type Happened = { readonly event: BookingEvent; readonly time: string };

const kinds = [
  'book',
  'book',
  'pay',
  'ask',
  'refund',
  'elsewhere',
  'fail',
  'delete',
  'expire',
  'forget',
  'too late',
  'pack',
  'ship',
  'deliver',
  'note',
] as const;

const step = fc.record({
  kind: fc.constantFrom(...kinds),
  order: fc.integer({ min: 1, max: 4 }),
  tool: fc.constantFrom('t1', 't2'),
  currency: fc.constantFrom('usd', 'usd', 'usd', 'eur'),
  amount: fc.integer({ min: 1, max: 3_000 }),
  /** Whether time passes, so that days go by: hours since the step before. */
  hours: fc.constantFrom(0, 0, 1, 13),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** An order as far as it decides what can happen to it. */
type Order = {
  readonly amount: number;
  readonly currency: string;
  readonly tool: string;
  state: string;
  /** What went back, and what of it in another way, which stays so. */
  back: number;
  elsewhere: number;
  stage: string;
};

/** What may happen to a few orders of two tools in two currencies, over some days: nothing that no decision would allow. */
export const anyHistory: fc.Arbitrary<readonly Happened[]> = fc.array(step, { maxLength: 60 }).map((steps) => {
  const orders = new Map<number, Order>();
  let at = Date.UTC(2026, 0, 30, 20);
  return steps.flatMap((one) => {
    at += one.hours * 3_600_000;
    const time = new Date(at).toISOString();
    return eventsOf(one, orders).map((event) => ({ event, time }));
  });
});

function eventsOf({ kind, order: id, tool, currency, amount }: Step, orders: Map<number, Order>): BookingEvent[] {
  const bookingId = `b${id}`;
  const order = orders.get(id);
  if (!order) {
    if (kind !== 'book') return [];
    orders.set(id, { amount, currency, tool, state: 'unpaid', back: 0, elsewhere: 0, stage: 'none' });
    const name = `${tool} at ${amount}`;
    return [toolBooked({ bookingId, toolId: tool, toolName: name, price: { amount, currency } })];
  }
  const money = (part: number) => ({ bookingId, amount: { amount: part, currency: order.currency } });
  const left = order.amount - order.back;
  const part = Math.min(amount, left);
  if (kind === 'forget') return [bookingPersonForgotten({ bookingId })];
  if (kind === 'note') return [bookingNoted({ bookingId })];
  if (kind === 'too late') return [paymentUnmatched(money(amount)), { ...unmatchedRefunded() }].map(ofOrder(bookingId));
  if (order.state === 'unpaid') {
    if (kind === 'pay') {
      order.state = 'paid';
      return [bookingPaid(money(order.amount))];
    }
    if (kind !== 'delete' && kind !== 'expire') return [];
    order.state = 'gone';
    return [kind === 'delete' ? bookingDeleted({ bookingId }) : bookingExpired({ bookingId })];
  }
  if (order.state !== 'paid') return [];
  if (kind === 'pack' && order.stage === 'none') {
    order.stage = 'packed';
    return [bookingPacked({ bookingId })];
  }
  if (kind === 'ship' && order.stage !== 'delivered' && order.back < order.amount) {
    const isShipped = order.stage === 'shipped';
    order.stage = 'shipped';
    return [isShipped ? shippingCorrected({ bookingId }) : bookingShipped({ bookingId })];
  }
  if (kind === 'deliver' && order.stage === 'shipped') {
    order.stage = 'delivered';
    return [bookingDelivered({ bookingId })];
  }
  if (kind === 'ask') return [refundRequested({ ...money(amount), reason: `Because of ${amount}.` })];
  if (kind === 'refund' && part > 0) {
    order.back += part;
    return [bookingRefunded(money(part))];
  }
  if (kind === 'elsewhere' && part > 0) {
    order.back += part;
    order.elsewhere += part;
    return [refundSettled(money(part)), refundedElsewhere(money(part))];
  }
  if (kind === 'fail' && order.back > order.elsewhere) {
    const back = order.back - order.elsewhere;
    order.back = order.elsewhere;
    return [bookingRefundFailed({ ...money(back), wasRefunded: true })];
  }
  return [];
}

const ofOrder = (bookingId: string) => (event: BookingEvent) =>
  ({ ...event, data: { ...event.data, bookingId } }) as BookingEvent;
