import { z } from 'zod';
import type { CommandContext } from '../kernel/commands.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { Money } from '../kernel/money.ts';
import { acknowledged, emailAddress, pageQuery, phone, pieces, price, text } from '../kernel/wire.ts';

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
    status: z.enum(['unpaid', 'paid', 'refunded']),
    large: z.literal(true).optional().describe('It holds much of what was on the shelf: unpaid, it expires sooner'),
    at: z.string(),
  })
  .meta({ id: 'Booking' });
export type Booking = z.infer<typeof booking>;

export const bookingsQuery = pageQuery.extend({
  personEmail: emailAddress.optional(),
});
export const deleteBookingsQuery = z.object({ personEmail: emailAddress });
export const deleted = acknowledged.extend({ deletedCount: z.int() }).meta({ id: 'Deleted' });

/** Money came that no order takes: the order is gone, was paid before, or costs something else. It goes back. */
export type PaymentUnmatched = DomainEvent<
  'PaymentUnmatched',
  { bookingId: string; paymentId: string; amount: Money; because: 'gone' | 'paid before' | 'another amount' }
>;

/** What payments must know of an order to take money for it. */
export type PayableOrder = {
  readonly bookingId: string;
  readonly uid: string;
  readonly price: Money;
  readonly status: 'unpaid' | 'paid' | 'refunded';
};

/** What payments asks of the orders. */
export interface Orders {
  /** The order as it is now; undefined when there is none, or it is gone. */
  find(bookingId: string): Promise<PayableOrder | undefined>;
  /** Whether there is or ever was such an order. */
  exists(bookingId: string): Promise<boolean>;
  /** A person's oldest unpaid order of that price. */
  oldestUnpaid(uid: string, price: Money): Promise<PayableOrder | undefined>;
  /** Money has arrived for an order. Any number of times, one effect. Resolves to the position of what was appended. */
  pay(payment: { bookingId: string; paymentId: string; amount: Money }, context: CommandContext): Promise<bigint>;
}
