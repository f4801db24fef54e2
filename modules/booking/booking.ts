import type { Aggregate } from '../kernel/aggregate.ts';
import { erased } from '../kernel/erased.ts';
import type { BookingEvent, BookingPaid, ToolBooked } from './events.ts';

export type Order = ToolBooked['data'];
export type Payment = BookingPaid['data'];

/**
 * What an order is. A paid order has its payment by construction; nothing else does. The payment of an order that costs
 * nothing says that it is free, and has no provider.
 */
export type Booking =
  | { readonly status: 'none' }
  | { readonly status: 'unpaid'; readonly order: Order }
  | { readonly status: 'paid'; readonly order: Order; readonly payment: Payment }
  | { readonly status: 'refunded'; readonly order: Order; readonly payment: Payment }
  | {
      readonly status: 'gone';
      readonly because: 'deleted' | 'expired' | 'abandoned';
      readonly toolId: string;
      /** Whose it was; an order that never came was nobody's. */
      readonly uid?: string;
    };

export const booking: Aggregate<Booking, BookingEvent> = { name: 'booking', initial: { status: 'none' }, evolve };

/** What an order says of somebody who was forgotten; a rebuild reads the same of who has no key any more. */
export const nobody = { personEmail: erased, buyerName: erased, location: erased, phone: erased };

/** Transitions only ever go forward: whatever comes late or twice leaves the state as it is. */
function evolve(state: Booking, event: BookingEvent): Booking {
  switch (event.type) {
    case 'ToolBooked':
      return state.status === 'none' ? { status: 'unpaid', order: event.data } : state;
    case 'BookingPaid':
      return state.status === 'unpaid' ? { status: 'paid', order: state.order, payment: event.data } : state;
    case 'BookingRefunded':
      return state.status === 'paid' ? { ...state, status: 'refunded' } : state;
    case 'BookingDeleted': {
      const order = unchargedOrder(state);
      return order ? { status: 'gone', because: 'deleted', ...of(order) } : state;
    }
    case 'BookingExpired':
      return state.status === 'unpaid' ? { status: 'gone', because: 'expired', ...of(state.order) } : state;
    case 'BookingAbandoned':
      return state.status === 'none' ? { status: 'gone', because: 'abandoned', toolId: event.data.toolId } : state;
    case 'BookingPersonForgotten': {
      if (!('order' in state)) return state;
      return { ...state, order: { ...state.order, ...nobody } };
    }
    case 'PaymentUnmatched':
      return state;
    default: // What a newer release wrote and this one does not know.
      return state;
  }
}

/** The order, if there is one that nobody has paid money for: it is not paid, or costs nothing. */
export function unchargedOrder(booking: Booking): Order | undefined {
  if (booking.status === 'unpaid') return booking.order;
  return booking.status === 'paid' && 'free' in booking.payment ? booking.order : undefined;
}

const of = ({ toolId, uid }: Order) => ({ toolId, uid });
