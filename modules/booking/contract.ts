import { z } from 'zod';
import { mostLines } from '../cart/contract.ts';
import type { CommandContext } from '../kernel/commands.ts';
import type { DomainEvent } from '../kernel/event.ts';
import { noticed } from '../kernel/live-wire.ts';
import type { Money } from '../kernel/money.ts';
import { timeOrDay } from '../kernel/time-range.ts';
import { acknowledged, emailAddress, pageQuery, phone, pieces, price, text } from '../kernel/wire.ts';

export { type Receipt, receiptOf } from './receipt.ts';

/** What the booking form checks; name, email and price are read-only. */
export const bookingForm = z.object({ location: text(300), phone });

export const bookToolBody = z
  .object({
    toolId: z.string().min(1).max(200),
    toolName: z.string().max(200).optional(),
    personEmail: emailAddress,
    location: text(300),
    phone,
    buyerName: z.string().max(120).optional(),
    price,
    quantity: pieces(1, 'Must be at least 1').optional(),
  })
  .meta({ id: 'BookTool' });
export type BookToolBody = z.infer<typeof bookToolBody>;

/** How far an order is on its way to who ordered it. */
export const fulfilments = ['none', 'packed', 'shipped', 'delivered'] as const;

const checkoutLine = z.object({
  toolId: z.string().min(1).max(200),
  quantity: pieces(1, 'Must be at least 1'),
  price: price.describe('PerPrice x quantity'),
});

export const checkoutBody = z
  .object({
    lines: z
      .array(checkoutLine)
      .min(1, 'Name at least one line')
      .max(mostLines, `At most ${mostLines} lines`)
      .refine((lines) => new Set(lines.map(({ toolId }) => toolId)).size === lines.length, 'Name each tool once'),
    location: text(300),
    phone,
  })
  .meta({ id: 'Checkout' });
export type CheckoutBody = z.infer<typeof checkoutBody>;

export const checkedOut = acknowledged
  .extend({
    insertedIds: z.array(z.string()).describe('The orders, one a line and in the order of the lines'),
    price: z.number().describe('Of all orders together'),
  })
  .meta({ id: 'CheckedOut' });
export type CheckedOut = z.infer<typeof checkedOut>;

export const booking = z
  .object({
    _id: z.string(),
    toolId: z.string(),
    toolName: z.string(),
    personEmail: z.string(),
    location: z.string(),
    phone: z.string(),
    buyerName: z.string(),
    quantity: z.int(),
    price: z.number(),
    paid: z.boolean(),
    status: z.enum(['unpaid', 'paid', 'refunded']).describe('refunded: all that was paid went back'),
    refunded: z.number().describe('How much of the price went back'),
    refundReason: z.string().optional().describe('Why an admin gave money back, or wants to: the latest reason'),
    fulfilment: z.enum(fulfilments),
    carrier: z.string().optional(),
    trackingNumber: z.string().optional(),
    paidAt: z.string().optional(),
    packedAt: z.string().optional(),
    shippedAt: z.string().optional(),
    deliveredAt: z.string().optional(),
    refundedAt: z.string().optional().describe('When money last went back'),
    large: z.literal(true).optional().describe('It holds much of what was on the shelf: unpaid, it expires sooner'),
    at: z.string(),
  })
  .meta({ id: 'Booking' });
export type Booking = z.infer<typeof booking>;

/** Seconds after which an order lapses that is not paid; and a large one, which is never later. */
export type Lapse = { readonly after: number; readonly largeAfter: number };

/** Until when an order may be paid. Its payment is called off then, unless money is on its way. */
export function payableUntil({ at, large }: Pick<Booking, 'at' | 'large'>, { after, largeAfter }: Lapse): Date {
  return new Date(Date.parse(at) + (large ? largeAfter : after) * 1_000);
}

/** What is asked of orders: each part must hold. */
export const ordersWanted = z.object({
  personEmail: emailAddress.optional(),
  status: z.enum(['unpaid', 'paid', 'refunded']).optional(),
  fulfilment: z.enum(fulfilments).optional(),
  toolId: text(200).optional(),
  since: timeOrDay.optional().describe('Placed then or later; of a day its beginning in UTC'),
  until: timeOrDay.optional().describe('Placed then or earlier; of a day its end in UTC'),
  q: text(254)
    .optional()
    .describe("The beginning of an order's number, of its buyer's name or last name as it is today, or of their email"),
});
export type OrdersWanted = z.infer<typeof ordersWanted>;

export const bookingsQuery = pageQuery.extend(ordersWanted.shape);
export const deleteBookingsQuery = z.object({ personEmail: emailAddress });
export const deleted = acknowledged.extend({ deletedCount: z.int() }).meta({ id: 'Deleted' });

export const refundBody = z
  .object({
    amount: price.optional().describe('All that is left when left out'),
    reason: text(500),
    restock: pieces(0, 'Must not be negative').optional().describe('Pieces that go back to the shelf'),
    shipped: z
      .boolean()
      .optional()
      .describe('What who asks was shown. false: 409, when pieces are to go back and it was shipped meanwhile'),
  })
  .meta({ id: 'RefundBooking' });
/** With whom an order goes, and under which number. */
export const shipBody = z.object({ carrier: text(60), trackingNumber: text(100) }).meta({ id: 'ShipBooking' });
export type ShipBody = z.infer<typeof shipBody>;

export const noteBody = z.object({ note: text(1_000) }).meta({ id: 'NoteBooking' });

export const refundRequested = z.object({ refundId: z.string(), state: z.literal('pending') }).meta({ id: 'Refund' });

/** How many orders, and what the shop kept of what was paid: decimal, in its currency; negative where more went back. */
const orderFigures = { orders: z.int(), revenue: z.number() };
const ofDay = z.object(orderFigures).meta({ id: 'OrdersOfADay' });

/** Of all orders that are listed. They are counted on the day when they were placed, money on the day when it came or went. */
export const orderCounts = noticed
  .extend({
    total: z.int(),
    unpaid: z.int(),
    paid: z.int(),
    refunded: z.int(),
    revenue: z.number(),
    today: ofDay.describe('In UTC'),
    yesterday: ofDay,
  })
  .meta({ id: 'OrderCounts' });
export type OrderCounts = z.infer<typeof orderCounts>;

/** The most days, and the most tools, that one answer tells of. */
export const mostDays = 366;
export const mostTools = 100;

const upTo = (most: number, usual: number) => {
  const message = `Must be a whole number from 1 to ${most}`;
  return z.coerce.number(message).int(message).min(1, message).max(most, message).default(usual);
};

export const orderDaysQuery = z.object({ days: upTo(mostDays, 30) });
export const orderDay = z.object({ day: z.iso.date().describe('In UTC'), ...orderFigures }).meta({ id: 'OrderDay' });
export type OrderDay = z.infer<typeof orderDay>;

export const orderToolsQuery = z.object({ limit: upTo(mostTools, 10) });
export const orderTool = z
  .object({ toolId: z.string(), toolName: z.string(), ...orderFigures })
  .meta({ id: 'OrderTool' });
export type OrderTool = z.infer<typeof orderTool>;

/** Something has become of an order; what, the name says. Its owner and admins are told. */
export const bookingNotice = noticed.extend({ bookingId: z.string() });
export const bookingNoticeNames = [
  'booking.placed',
  'booking.paid',
  'booking.deleted',
  'booking.expired',
  'booking.refunded',
  'booking.packed',
  'booking.shipped',
  'booking.delivered',
] as const;
export type BookingNotice = (typeof bookingNoticeNames)[number];

/** What becomes of an order that its owner is not told: that an admin noted something. */
export const adminBookingNoticeNames = ['booking.noted'] as const;

/**
 * Several tools were ordered at once, with one address: all of these orders come, or have come. The pieces of each were set
 * aside before.
 */
export type CheckoutPlaced = DomainEvent<
  'CheckoutPlaced',
  {
    checkoutId: string;
    uid: string;
    personEmail: string;
    buyerName: string;
    location: string;
    phone: string;
    orders: readonly {
      bookingId: string;
      toolId: string;
      toolName: string;
      quantity: number;
      /** For all pieces together. */
      price: Money;
      /** As of an order that is placed alone. */
      large?: true;
    }[];
  }
>;

/** The order is in this payment, and in no other one until BookingPaymentClosed, or until it is paid. */
export type BookingPaymentOpened = DomainEvent<
  'BookingPaymentOpened',
  { bookingId: string; uid: string; paymentId: string; amount: Money }
>;
export type BookingPaymentClosed = DomainEvent<
  'BookingPaymentClosed',
  { bookingId: string; uid: string; paymentId: string; amount: Money }
>;

/** Money that the provider has received: which payment brought it. */
export type MoneyReceived = { paymentId: string; amount: Money };
/** The order costs nothing, so that there is nobody to ask for money; `amount` is 0. */
export type FreeOfCharge = { free: true; amount: Money };

export type BookingPaid = DomainEvent<
  'BookingPaid',
  { bookingId: string; uid: string; toolId: string } & (MoneyReceived | FreeOfCharge)
>;

/** Money came that no order takes: the order is gone, was paid before, or costs something else. It goes back. */
export type PaymentUnmatched = DomainEvent<
  'PaymentUnmatched',
  {
    bookingId: string;
    uid: string;
    paymentId: string;
    amount: Money;
    because: 'gone' | 'paid before' | 'another amount';
  }
>;

/** What every event about a refund says of it. */
type AboutRefund = {
  refundId: string;
  bookingId: string;
  uid: string;
  toolId: string;
  paymentId: string;
  amount: Money;
  /** It is money that fitted no order, and nothing of what was paid for this one. Else left out. */
  unmatched?: true;
};

/**
 * What the shop keeps of what was paid for the order, after it: the order is refunded when that is nothing, so that who
 * counts orders and money need not look back.
 */
type Kept = { kept: Money };

/** Money is to go back: the shop owes it from now on. */
export type RefundRequested = DomainEvent<
  'RefundRequested',
  AboutRefund & {
    reason: string;
    /** How many pieces go back to the shelf. */
    restock: number;
    by: string;
    /** It had failed, and is begun anew. Else left out. */
    again?: true;
  }
>;

/** It went back, by our refund or by one that was made in the provider's own dashboard. */
export type BookingRefunded = DomainEvent<'BookingRefunded', AboutRefund & Kept>;

/** It did not go back after all, and is the shop's again. */
export type BookingRefundFailed = DomainEvent<
  'BookingRefundFailed',
  AboutRefund &
    Kept & {
      /** It had counted as given back: a bank sent it back, weeks later perhaps. */
      wasRefunded: boolean;
    }
>;

/** What payments must know of an order to take money for it. */
export type PayableOrder = {
  readonly bookingId: string;
  readonly uid: string;
  readonly price: Money;
  readonly status: 'unpaid' | 'paid' | 'refunded';
  /** The open payment that it is in. */
  readonly paymentId: string | undefined;
  /** In how many payments it was before. */
  readonly formerPayments: number;
};

/** An order's share of a payment. */
export type Share = { readonly bookingId: string; readonly uid: string; readonly amount: Money };

/** What became of a refund, as the provider has it. */
export type RefundOutcome = {
  readonly refundId: string;
  readonly paymentId: string;
  readonly share: Share;
  readonly state: 'succeeded' | 'failed';
};

/** What payments asks of the orders. */
export interface Orders {
  /** The order as it is now; undefined when there is none, or it is gone. */
  find(bookingId: string): Promise<PayableOrder | undefined>;
  /** A person's oldest unpaid order of that price. */
  oldestUnpaid(uid: string, price: Money): Promise<PayableOrder | undefined>;
  /**
   * Takes an unpaid order into a payment, unless it is in another one. Resolves to the payment that it is in then, none
   * when it is paid or gone; or, when the command is repeated, to the payment of the first time.
   */
  openPayment(
    which: { share: Share; paymentId: string },
    context: CommandContext,
  ): Promise<{ paymentId: string | undefined; repeated: boolean }>;
  /** The payment takes no money any more: the order is free for another one. */
  closePayment(which: { bookingId: string; paymentId: string }, context: CommandContext): Promise<bigint>;
  /**
   * Money has arrived for an order. Any number of times, one effect. Resolves to the position of what was appended.
   * @param payment.fits whether the payment brought what it was to bring; what does not fit goes back
   */
  pay(payment: { share: Share; paymentId: string; fits: boolean }, context: CommandContext): Promise<bigint>;
  /** What became of money that was to go back. Any number of times, one effect. */
  recordRefund(outcome: RefundOutcome, context: CommandContext): Promise<bigint>;
  /**
   * Asks anew for a refund that failed.
   * @throws Conflict when it has not failed, or the order has no longer so much to give back.
   */
  retryRefund(which: { bookingId: string; refundId: string }, context: CommandContext): Promise<bigint>;
}

/** What reviews asks of the orders. */
export interface Purchases {
  /** Whether somebody has an order of a tool at this moment that is paid, and of which not all money went back. */
  hasBought(uid: string, toolId: string): Promise<boolean>;
}
