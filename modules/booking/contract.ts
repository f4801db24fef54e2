import { z } from 'zod';
import { timeOrDay } from '../kernel/time/time-range.ts';
import { noticed } from '../kernel/wire/live-wire.ts';
import { longestEmail, longestName } from '../kernel/wire/longest.ts';
import {
  acknowledged,
  amount,
  emailAddress,
  emailInQuery,
  pageQuery,
  phone,
  pieces,
  price,
  sentId,
  text,
} from '../kernel/wire/wire.ts';

export { type Receipt, receiptOf } from './receipts/receipt.ts';

/** What the booking form checks, and the checkout's: where an order goes. Name, email and price are read-only. */
export const bookingForm = z.object({ location: text(300), phone });

/** What tool and buyer are called the shop knows itself: of what is sent no notice is taken, and it is null to whoever does not know it. */
export const bookToolBody = z
  .object({
    toolId: sentId,
    toolName: z.string().max(200).nullish(),
    personEmail: emailAddress,
    ...bookingForm.shape,
    buyerName: z.string().max(longestName).nullish(),
    price,
    quantity: pieces(1, 'Must be at least 1').optional(),
  })
  .meta({ id: 'BookTool' });
export type BookToolBody = z.infer<typeof bookToolBody>;

/** How an order stands with money; `refunded`: all that was paid went back. */
export const orderStatuses = ['unpaid', 'paid', 'refunded'] as const;

/** How far an order is on its way to whoever ordered it. */
export const fulfilments = ['none', 'packed', 'shipped', 'delivered'] as const;

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
    status: z.enum(orderStatuses).describe('refunded: all that was paid went back'),
    refunded: z.number().describe('How much of the price went back'),
    restocked: z.int().optional().describe('How many of its pieces went back to the shelf; left out while none did'),
    refundReason: z.string().optional().describe('Why money went back, or else is to: the latest reason'),
    fulfilment: z.enum(fulfilments),
    carrier: z.string().optional(),
    trackingNumber: z.string().optional(),
    paidAt: z.string().optional(),
    packedAt: z.string().optional(),
    shippedAt: z.string().optional(),
    deliveredAt: z.string().optional(),
    refundedAt: z.string().optional().describe('When money last went back'),
    large: z.literal(true).optional().describe('It holds much of what was on the shelf: unpaid, it expires sooner'),
    checkoutId: z.string().optional().describe('The same for all orders of one checkout'),
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
  personEmail: emailInQuery.optional(),
  status: z.enum(orderStatuses).optional(),
  fulfilment: z.enum(fulfilments).optional(),
  toolId: text(200).optional(),
  since: timeOrDay.optional().describe('Placed then or later; of a day its beginning in UTC'),
  until: timeOrDay.optional().describe('Placed then or earlier; of a day its end in UTC'),
  q: text(longestEmail)
    .optional()
    .describe("The beginning of an order's number, of its buyer's name or last name as it is today, or of their email"),
});
export type OrdersWanted = z.infer<typeof ordersWanted>;

export const bookingsQuery = pageQuery.extend(ordersWanted.shape);
export const deleteBookingsQuery = z.object({ personEmail: emailInQuery });
export const deleted = acknowledged.extend({ deletedCount: z.int() }).meta({ id: 'Deleted' });

export const refundBody = z
  .object({
    amount: amount.optional().describe('All that is left when left out'),
    reason: text(500),
    restock: pieces(0, 'Must not be negative').optional().describe('Pieces that go back to the shelf'),
    shipped: z
      .boolean()
      .optional()
      .describe('What who asks was shown. false: 409, when pieces are to go back and it was shipped meanwhile'),
  })
  .meta({ id: 'RefundBooking' });
/** With whom an order goes, and under which number. */
const carrier = text(60);
const trackingNumber = text(100);
export const shipBody = z
  .object({
    carrier,
    trackingNumber,
    seen: z
      .object({ carrier: carrier.optional(), trackingNumber: trackingNumber.optional() })
      .optional()
      .describe(
        'What who says it was shown, empty for what was not shipped: 409, when the order was shipped otherwise',
      ),
  })
  .meta({ id: 'ShipBooking' });
export type ShipBody = z.infer<typeof shipBody>;

export const noteBody = z.object({ note: text(1_000) }).meta({ id: 'NoteBooking' });

export const refundRequested = z.object({ refundId: z.string(), state: z.literal('pending') }).meta({ id: 'Refund' });

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

/** What reviews asks of the orders. */
export interface Purchases {
  /** Whether somebody has an order of a tool at this moment that is paid, and of which not all money went back; one that costs nothing, that was shipped. */
  hasBought(uid: string, toolId: string): Promise<boolean>;
}

/** What is told of people: how many orders each has that are listed. */
export interface OrdersOfPeople {
  countOf(uids: readonly string[]): Promise<{ readonly counts: readonly number[]; readonly asOf: bigint }>;
}
