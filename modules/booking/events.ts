import type { DomainEvent } from '../kernel/event.ts';
import { storedEvents } from '../kernel/stored-events.ts';
import type { Money } from '../kernel/values/money.ts';
import type { CheckoutPlaced } from './checkouts/contract.ts';
import type {
  BookingLossChanged,
  BookingPaid,
  BookingPaymentClosed,
  BookingPaymentOpened,
  BookingRefundBegun,
  BookingRefunded,
  BookingRefundFailed,
  PaymentUnmatched,
  RefundRequested,
  RefundSettled,
} from './money/contract.ts';

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
    /** It was ordered together with others. Else left out. */
    checkoutId?: string;
  }
>;

export type BookingDeleted = DomainEvent<
  'BookingDeleted',
  { bookingId: string; uid: string; toolId: string; amount: Money; by: string }
>;
/** It was not paid in time. */
export type BookingExpired = DomainEvent<
  'BookingExpired',
  { bookingId: string; uid: string; toolId: string; amount: Money }
>;
/** Pieces were set aside for it, but it never came to be; now it never will. */
export type BookingAbandoned = DomainEvent<'BookingAbandoned', { bookingId: string; toolId: string }>;

/** Whose order it was is forgotten; the order stays as it is. */
export type BookingPersonForgotten = DomainEvent<'BookingPersonForgotten', { bookingId: string; uid: string }>;

/** Its pieces are in a parcel. */
export type BookingPacked = DomainEvent<
  'BookingPacked',
  { bookingId: string; uid: string; toolId: string; by: string }
>;

/** The parcel is with its carrier. */
export type BookingShipped = DomainEvent<
  'BookingShipped',
  {
    bookingId: string;
    uid: string;
    toolId: string;
    carrier: string;
    trackingNumber: string;
    by: string;
    /** It was said before, and with whom or under which number was wrong: this is what holds. Else left out. */
    corrects?: true;
  }
>;
export type BookingDelivered = DomainEvent<
  'BookingDelivered',
  { bookingId: string; uid: string; toolId: string; by: string }
>;

/** What an admin wants other admins to know of the order. Its owner is shown it in what they take out of the shop, and nowhere else. */
export type BookingNoted = DomainEvent<
  'BookingNoted',
  { bookingId: string; uid: string; noteId: string; note: string; by: string }
>;

/** All unpaid orders of a person are to be taken back: these, and those of further events of the same command. */
export type BulkDeletionRequested = DomainEvent<'BulkDeletionRequested', { bookingIds: readonly string[] }>;

/**
 * An admin took a copy of orders, with whose they are and where they go. `by` is the uid of whoever did; `wanted` is what was asked for, all
 * of which holds, and nothing where it was all orders. Nobody is named in it: `uid` is whose orders were asked for, empty for an email that
 * was nobody's; `toolId` is empty for what no tool is called; and `isSearch` says that a number, a name or an email was looked for.
 */
export type OrdersExported = DomainEvent<
  'OrdersExported',
  {
    by: string;
    wanted: {
      status?: string | undefined;
      fulfilment?: string | undefined;
      since?: string | undefined;
      until?: string | undefined;
      toolId?: string;
      uid?: string;
      isSearch?: true;
    };
  }
>;

/**
 * A checkout will never be placed, whatever comes late. It could not be had whole: which of its lines (from 0, as they were
 * asked for) not, and why; left out where something broke before it was placed.
 */
export type CheckoutAbandoned = DomainEvent<
  'CheckoutAbandoned',
  { checkoutId: string; refused?: readonly { line: number; toolId: string; because: string }[] }
>;

export type CheckoutEvent = CheckoutPlaced | CheckoutAbandoned;

export type BookingEvent =
  | ToolBooked
  | BookingPaymentOpened
  | BookingPaymentClosed
  | BookingPaid
  | BookingDeleted
  | BookingExpired
  | BookingAbandoned
  | BookingPersonForgotten
  | PaymentUnmatched
  | RefundRequested
  | BookingRefundBegun
  | BookingRefunded
  | BookingRefundFailed
  | RefundSettled
  | BookingLossChanged
  | BookingPacked
  | BookingShipped
  | BookingDelivered
  | BookingNoted;

export const bookingEvents = storedEvents<BookingEvent | BulkDeletionRequested | CheckoutEvent | OrdersExported>({
  ToolBooked: {
    version: 1,
    personal: { subject: (data) => data.uid, fields: ['personEmail', 'buyerName', 'location', 'phone'] },
  },
  BookingPaymentOpened: { version: 1 },
  BookingPaymentClosed: { version: 1 },
  BookingPaid: { version: 1 },
  BookingDeleted: { version: 1 },
  BookingExpired: { version: 1 },
  BookingAbandoned: { version: 1 },
  BookingPersonForgotten: { version: 1 },
  PaymentUnmatched: { version: 1 },
  // The reason is what an admin wrote about the buyer.
  RefundRequested: { version: 1, personal: { subject: (data) => data.uid, fields: ['reason'] } },
  BookingRefundBegun: { version: 1 },
  BookingRefunded: { version: 1 },
  BookingRefundFailed: { version: 1 },
  RefundSettled: { version: 1, personal: { subject: (data) => data.uid, fields: ['note'] } },
  BookingLossChanged: { version: 1 },
  BookingPacked: { version: 1 },
  BookingShipped: { version: 1, personal: { subject: (data) => data.uid, fields: ['carrier', 'trackingNumber'] } },
  BookingDelivered: { version: 1 },
  // As a refund's reason is.
  BookingNoted: { version: 1, personal: { subject: (data) => data.uid, fields: ['note'] } },
  BulkDeletionRequested: { version: 1 },
  OrdersExported: { version: 1 },
  CheckoutPlaced: {
    version: 1,
    personal: { subject: (data) => data.uid, fields: ['personEmail', 'buyerName', 'location', 'phone'] },
  },
  CheckoutAbandoned: { version: 1 },
});
