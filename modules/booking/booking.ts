import type { Aggregate } from '../kernel/aggregate.ts';
import { erased } from '../kernel/values/erased.ts';
import type { BookingEvent, ToolBooked } from './events.ts';
import { type Fulfilment, isFulfilmentEvent, notBegun, withoutParcel, withStep } from './fulfilment/fulfilment.ts';
import type { BookingPaid } from './money/contract.ts';
import { isRefundEvent, noRefunds, type Refunds, returnedOf, withoutReasons, withRefund } from './refunds/refunds.ts';

export type Order = ToolBooked['data'];
export type Payment = BookingPaid['data'];

/**
 * What an order is. A paid order has its payment by construction; nothing else does. The payment of an order that costs
 * nothing says that it is free, and has no provider. Money that fitted no order goes back whatever the order is.
 */
export type Booking =
  | { readonly status: 'none' }
  | {
      readonly status: 'unpaid';
      readonly order: Order;
      /** The open payment that it is in. */
      readonly paymentId?: string;
      /** In how many payments it was before. */
      readonly formerPayments: number;
      readonly refunds: Refunds;
    }
  | {
      /** `refunded`: all that was paid for it went back. */
      readonly status: 'paid' | 'refunded';
      readonly order: Order;
      readonly payment: Payment;
      readonly fulfilment: Fulfilment;
      readonly refunds: Refunds;
      /** What banks have taken back of it for good, in minor units, by which change of its payment; 0 before any. */
      readonly loss: { readonly amount: number; readonly change: number };
    }
  | {
      readonly status: 'gone';
      readonly because: 'deleted' | 'expired' | 'abandoned';
      readonly toolId: string;
      /** Whose it was, and of what; an order that never came was nobody's. */
      readonly uid?: string;
      readonly toolName?: string;
      readonly refunds: Refunds;
    };

export const booking: Aggregate<Booking, BookingEvent> = { name: 'booking', initial: { status: 'none' }, evolve };

/** What an order says of somebody who was forgotten; a rebuild reads the same of whoever has no key any more. */
export const nobody = { personEmail: erased, buyerName: erased, location: erased, phone: erased };

/** Transitions only ever go forward, but for refunds that fail: whatever comes late or twice leaves the state as it is. */
function evolve(state: Booking, event: BookingEvent): Booking {
  if (isRefundEvent(event)) {
    return state.status === 'none' ? state : settled({ ...state, refunds: withRefund(state.refunds, event) });
  }
  if (isFulfilmentEvent(event)) {
    return 'fulfilment' in state ? { ...state, fulfilment: withStep(state.fulfilment, event) } : state;
  }
  switch (event.type) {
    case 'ToolBooked':
      if (state.status !== 'none') return state;
      return { status: 'unpaid', order: event.data, formerPayments: 0, refunds: noRefunds };
    case 'BookingPaymentOpened':
      if (state.status !== 'unpaid' || state.paymentId !== undefined) return state;
      return { ...state, paymentId: event.data.paymentId };
    case 'BookingPaymentClosed':
      if (state.status !== 'unpaid' || state.paymentId !== event.data.paymentId) return state;
      return { ...state, paymentId: undefined, formerPayments: state.formerPayments + 1 };
    case 'BookingPaid':
      if (state.status !== 'unpaid') return state;
      return {
        status: 'paid',
        order: state.order,
        payment: event.data,
        fulfilment: notBegun,
        refunds: state.refunds,
        loss: { amount: 0, change: 0 },
      };
    case 'BookingLossChanged': {
      const { amount, change } = event.data;
      return 'loss' in state && change > state.loss.change
        ? { ...state, loss: { amount: amount.amount, change } }
        : state;
    }
    case 'BookingDeleted':
      return unchargedOrder(state) ? gone(state, 'deleted') : state;
    case 'BookingExpired':
      return state.status === 'unpaid' ? gone(state, 'expired') : state;
    case 'BookingAbandoned':
      if (state.status !== 'none') return state;
      return { status: 'gone', because: 'abandoned', toolId: event.data.toolId, refunds: noRefunds };
    case 'BookingPersonForgotten': {
      if (state.status === 'none') return state;
      const forgotten = { ...state, refunds: withoutReasons(state.refunds) };
      if (!('order' in forgotten)) return forgotten;
      const order = { ...forgotten.order, ...nobody };
      return 'fulfilment' in forgotten
        ? { ...forgotten, order, fulfilment: withoutParcel(forgotten.fulfilment) }
        : { ...forgotten, order };
    }
    default: // What concerns decisions no more, and what a newer release wrote.
      return state;
  }
}

/** The order, if there is one that nobody has paid money for: it is not paid, or costs nothing. */
export function unchargedOrder(booking: Booking): Order | undefined {
  if (booking.status === 'unpaid') return booking.order;
  return booking.status === 'paid' && 'free' in booking.payment ? booking.order : undefined;
}

function gone(state: Booking, because: 'deleted' | 'expired'): Booking {
  if (!('order' in state)) return state;
  const { order, refunds } = state;
  const { toolId, toolName, uid } = order;
  return { status: 'gone', because, toolId, toolName, uid, refunds };
}

/** A paid order is refunded when all went back, and paid again when a bank sends some of it back to the shop. */
function settled(state: Exclude<Booking, { status: 'none' }>): Booking {
  if (state.status !== 'paid' && state.status !== 'refunded') return state;
  const { amount } = state.payment.amount;
  return { ...state, status: amount > 0 && returnedOf(state.refunds) >= amount ? 'refunded' : 'paid' };
}
