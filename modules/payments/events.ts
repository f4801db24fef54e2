import type { DomainEvent } from '../kernel/event.ts';
import type { Money } from '../kernel/money.ts';
import { storedEvents } from '../kernel/stored-events.ts';

/** The provider was asked to take money for an order. */
export type PaymentRequested = DomainEvent<
  'PaymentRequested',
  { bookingId: string; intentId: string; attempt: number; amount: Money }
>;

/** The provider says that the money has arrived. */
export type PaymentSucceeded = DomainEvent<'PaymentSucceeded', { bookingId: string; intentId: string; amount: Money }>;

/** The provider says that a card was refused. Another may be tried on the same intent. */
export type PaymentFailed = DomainEvent<
  'PaymentFailed',
  { bookingId: string; intentId: string; code?: string; declineCode?: string }
>;

/** Nothing came for so long that the provider is no longer asked. */
export type PaymentExpired = DomainEvent<'PaymentExpired', { bookingId: string; intentId: string }>;

/** Money that fitted no order was given back. */
export type PaymentReturned = DomainEvent<
  'PaymentReturned',
  { bookingId: string; intentId: string; refundId: string; amount: Money }
>;

/** The provider will not give it back, for the reason that it gives. An operator has to see to it. */
export type PaymentNotReturned = DomainEvent<
  'PaymentNotReturned',
  { bookingId: string; intentId: string; amount: Money; because: string }
>;

export type PaymentEvent =
  | PaymentRequested
  | PaymentSucceeded
  | PaymentFailed
  | PaymentExpired
  | PaymentReturned
  | PaymentNotReturned;

export const paymentEvents = storedEvents<PaymentEvent>({
  PaymentRequested: { version: 1 },
  PaymentSucceeded: { version: 1 },
  PaymentFailed: { version: 1 },
  PaymentExpired: { version: 1 },
  PaymentReturned: { version: 1 },
  PaymentNotReturned: { version: 1 },
});
