import type { Aggregate } from '../kernel/aggregate.ts';
import type { PaymentEvent } from './events.ts';

/** What has become of the wish to take money for one order. */
export type Payment =
  | { readonly status: 'none'; readonly attempts: 0; readonly received: readonly string[] }
  | {
      readonly status: 'requested' | 'succeeded' | 'expired';
      /** The intent that was asked for last. */
      readonly intentId: string;
      readonly attempts: number;
      /** The intents for which money has arrived: one, unless something went very wrong. */
      readonly received: readonly string[];
    };

/** One an order: its streams are named by the order's id. */
export const payment: Aggregate<Payment, PaymentEvent> = {
  name: 'payment',
  initial: { status: 'none', attempts: 0, received: [] },
  evolve,
};

function evolve(state: Payment, event: PaymentEvent): Payment {
  const { intentId } = event.data;
  switch (event.type) {
    case 'PaymentRequested':
      return { status: 'requested', intentId, attempts: event.data.attempt, received: state.received };
    case 'PaymentSucceeded':
      return { status: 'succeeded', intentId, attempts: state.attempts, received: [...state.received, intentId] };
    case 'PaymentExpired':
      return state.status === 'requested' ? { ...state, status: 'expired' } : state;
    case 'PaymentFailed':
    case 'PaymentReturned':
    case 'PaymentNotReturned':
      return state;
    default: // What a newer release wrote and this one does not know.
      return state;
  }
}
