import { z } from 'zod';
import type { CommandContext } from '../kernel/commands.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { Money } from '../kernel/money.ts';
import { limit, text } from '../kernel/wire.ts';

const amount = z.number('Must be a number').min(0, 'Must not be negative').max(1e9, 'Too large');
const count = z.int('Must be a whole number').min(0, 'Must not be negative').max(1e9, 'Too large');

/** An http(s) address, or a path of this site: one slash, then no second (that would be another site). */
const picture = text(2_000).refine(
  (value) => /^\/(?![/\\])/.test(value) || /^https?:\/\/[^\s/]\S*$/.test(value),
  'Must be an http(s) address, or a path of this site',
);

export const addToolBody = z
  .object({
    name: text(200),
    img: picture,
    Description: text(5_000),
    MinimumOrder: count,
    Available: count.default(0),
    PerPrice: amount,
    TotalPrice: amount,
    Ratings: amount,
    BuyGear: count,
  })
  .meta({ id: 'NewTool' });
export type AddToolBody = z.input<typeof addToolBody>;

export const tool = z
  .object({
    _id: z.string(),
    name: z.string(),
    img: z.string(),
    Description: z.string(),
    MinimumOrder: z.int(),
    Available: z.int(),
    BuyGear: z.int(),
    PerPrice: z.number(),
    TotalPrice: z.number(),
    Ratings: z.number(),
  })
  .meta({ id: 'Tool' });
export type Tool = z.infer<typeof tool>;

export const toolOrders = ['name', 'PerPrice', 'Ratings', 'Available'] as const;
export type ToolOrder = (typeof toolOrders)[number];

export const toolsQuery = z.object({
  search: z.string().trim().max(200).optional(),
  /** A field's name; `-` before it for descending. */
  sort: z.enum([...toolOrders, ...toolOrders.map((order) => `-${order}` as const)]).optional(),
  limit: limit.optional(),
  after: z.string().max(1_000).optional(),
});
export type ToolsQuery = z.infer<typeof toolsQuery>;

/** Pieces were set aside for one order, at the price of that moment. Orders follow from it. */
export type StockReserved = DomainEvent<
  'StockReserved',
  { toolId: string; bookingId: string; quantity: number; unitPrice: Money }
>;

/** They were given back. */
export type StockReleased = DomainEvent<'StockReleased', { toolId: string; bookingId: string; quantity: number }>;

/** What a reservation is for, and at which price it was made. */
export type Reservation = {
  readonly toolId: string;
  readonly bookingId: string;
  readonly quantity: number;
  readonly toolName: string;
  readonly price: Money;
};

/** What booking asks of the catalog's stock. */
export interface Stock {
  /**
   * Sets pieces aside for one order, once. `quantity` is the tool's MinimumOrder when left out.
   * @throws NotFound for an unknown tool; Invalid below MinimumOrder; Conflict above what is available, or when the
   * price is not PerPrice x quantity.
   */
  reserve(
    wanted: { toolId: string; bookingId: string; quantity: number | undefined; price: number },
    context: CommandContext,
  ): Promise<Reservation>;
  /** Gives back what was set aside for an order, if it was. Resolves to the position of what was appended. */
  release(which: { toolId: string; bookingId: string }, context: CommandContext): Promise<bigint | undefined>;
}
