import { z } from 'zod';
import { settledHow } from '../booking/money/contract.ts';
import type { CommandContext } from '../kernel/commands.ts';
import { pageQuery, price, text } from '../kernel/wire/wire.ts';
import { mostOrders } from './bounds/contract.ts';

export const createPaymentIntentBody = z
  .object({
    price: price.describe('Of all orders together'),
    bookingId: z.string().min(1).optional(),
    bookingIds: z
      .array(z.string().min(1))
      .min(1, 'Name at least one order')
      .max(mostOrders, `At most ${mostOrders} orders`)
      .refine((ids) => new Set(ids).size === ids.length, 'Name each order once')
      .optional()
      .describe('One intent pays them all'),
  })
  .refine(({ bookingId, bookingIds }) => bookingId === undefined || bookingIds === undefined, {
    path: ['bookingIds'],
    message: 'Either bookingId or bookingIds',
  })
  .meta({ id: 'CreatePaymentIntent' });

export const failedRefund = z
  .object({
    _id: z.string(),
    bookingId: z.string(),
    amount: z.number(),
    because: z.string().describe("In the payment provider's words"),
    wasRefunded: z.boolean().describe('It had counted as given back: a bank sent it back'),
    at: z.string(),
  })
  .meta({ id: 'FailedRefund' });
export type FailedRefund = z.infer<typeof failedRefund>;

export const settleRefundBody = z
  .object({
    how: z
      .enum(settledHow, 'Say what became of the money')
      .describe(
        'elsewhere: the buyer was given it in another way, a transfer say. not owed: the shop keeps it, or a bank has it',
      ),
    note: text(500).describe('What was done about it: admins read it in the history'),
  })
  .meta({ id: 'SettleRefund' });
export type SettleRefundBody = z.infer<typeof settleRefundBody>;
export const settledRefund = z
  .object({ refundId: z.string(), settled: z.enum(settledHow) })
  .meta({ id: 'SettledRefund' });

export const failedRefundsQuery = pageQuery;
export const retriedRefund = z
  .object({ refundId: z.string(), state: z.literal('pending') })
  .meta({ id: 'RetriedRefund' });

export const clientSecret = z.object({ clientSecret: z.string() }).meta({ id: 'ClientSecret' });

/** What the browser must know before it can take a card. */
export const shopConfig = z
  .object({
    payments: z.object({ provider: z.enum(['stripe', 'sandbox']), publishableKey: z.string() }),
    google: z.boolean(),
    currency: z.string(),
    passwordMinimum: z.int().describe('The fewest characters of a password that is set'),
    recovery: z
      .enum(['sent', 'printed', 'nowhere'])
      .describe(
        'What becomes of a link for who forgot their password: it is mailed, shown in the shop’s terminal, or not made',
      ),
    demo: z
      .object({ emails: z.array(z.string()), password: z.string() })
      .optional()
      .describe('Who to log in as in a demo; left out where there are no demo accounts'),
    unclaimed: z.literal(true).optional().describe('The shop has no admin yet; left out where it has'),
    lapse: z
      .object({ after: z.number(), largeAfter: z.number() })
      .describe('Seconds after which an order lapses that is not paid; a large one'),
  })
  .meta({ id: 'ShopConfig' });
export type ShopConfig = z.infer<typeof shopConfig>;

/** What becomes of a payment that is to take no money any more. */
export type Withdrawn =
  /** Nobody can pay it. */
  | 'canceled'
  /** Its money has arrived. */
  | 'succeeded'
  /** Its money is on its way, and may arrive or not. */
  | 'processing'
  /** The provider was asked before, has not done it, and is not asked again here. */
  | 'waiting';

/** What booking asks of payments before an order may end. */
export interface Withdrawals {
  /**
   * Lets nobody pay any more: first no new intent is made for the payment, then the one that there is is cancelled. Any
   * number of times, one effect. A payment without an intent needs no provider.
   * @param which.again whether to ask the provider although that was done before; the reconciler does it too
   * @throws Unavailable while the provider is away.
   */
  withdraw(which: { paymentId: string; again: boolean }, context: CommandContext): Promise<Withdrawn>;
}
