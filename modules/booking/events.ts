import type { DomainEvent } from '../kernel/event.ts';
import type { Money } from '../kernel/money.ts';
import { storedEvents } from '../kernel/stored-events.ts';
import type { PaymentUnmatched } from './contract.ts';

export type ToolBooked = DomainEvent<
  'ToolBooked',
  {
    bookingId: string;
    toolId: string;
    toolName: string;
    uid: string;
    personEmail: string;
    buyerName: string;
    location: string;
    phone: string;
    quantity: number;
    /** For all pieces together. */
    price: Money;
    /** It holds much of what was on the shelf, and expires sooner when it is not paid. Else left out. */
    large?: true;
  }
>;

/** Money that the provider has received. */
export type MoneyReceived = { paymentId: string; amount: Money };
/** The order costs nothing, so that there is nobody to ask for money; `amount` is 0. */
export type FreeOfCharge = { free: true; amount: Money };

export type BookingPaid = DomainEvent<'BookingPaid', { bookingId: string } & (MoneyReceived | FreeOfCharge)>;
export type BookingRefunded = DomainEvent<'BookingRefunded', { bookingId: string; refundId: string }>;
export type BookingDeleted = DomainEvent<'BookingDeleted', { bookingId: string; toolId: string; by: string }>;
/** It was not paid in time. */
export type BookingExpired = DomainEvent<'BookingExpired', { bookingId: string; toolId: string }>;
/** Pieces were set aside for it, but it never came to be; now it never will. */
export type BookingAbandoned = DomainEvent<'BookingAbandoned', { bookingId: string; toolId: string }>;

/** Whose order it was is forgotten; the order stays as it is. */
export type BookingPersonForgotten = DomainEvent<'BookingPersonForgotten', { bookingId: string; uid: string }>;

/** All unpaid orders of a person are to be taken back: these, and those of further events of the same command. */
export type BulkDeletionRequested = DomainEvent<'BulkDeletionRequested', { bookingIds: readonly string[] }>;

export type BookingEvent =
  | ToolBooked
  | BookingPaid
  | BookingRefunded
  | BookingDeleted
  | BookingExpired
  | BookingAbandoned
  | BookingPersonForgotten
  | PaymentUnmatched;

export const bookingEvents = storedEvents<BookingEvent | BulkDeletionRequested>({
  ToolBooked: {
    version: 1,
    personal: { subject: (data) => data.uid, fields: ['personEmail', 'buyerName', 'location', 'phone'] },
  },
  BookingPaid: { version: 1 },
  BookingRefunded: { version: 1 },
  BookingDeleted: { version: 1 },
  BookingExpired: { version: 1 },
  BookingAbandoned: { version: 1 },
  BookingPersonForgotten: { version: 1 },
  PaymentUnmatched: { version: 1 },
  BulkDeletionRequested: { version: 1 },
});
