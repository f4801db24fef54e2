import { z } from 'zod';
import { mostLines } from '../../cart/bounds/contract.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import type { Money } from '../../kernel/values/money.ts';
import { acknowledged, pieces, price, sentId } from '../../kernel/wire/wire.ts';
import { bookingForm } from '../contract.ts';

const checkoutLine = z.object({
  toolId: sentId,
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
    ...bookingForm.shape,
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
