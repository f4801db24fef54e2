import type { CommandContext, Outcome, Step } from '../../kernel/commands.ts';
import { Conflict } from '../../kernel/errors.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import type { Money } from '../../kernel/values/money.ts';

/** Pieces were set aside for one order, at the price of that moment. Orders follow from it. */
export type StockReserved = DomainEvent<
  'StockReserved',
  {
    toolId: string;
    bookingId: string;
    quantity: number;
    unitPrice: Money;
    /** It took more than half of what was on the shelf, and more than the least that one can order. Else left out. */
    large?: true;
    /** The order is one of a checkout, which comes whole or not at all. Else left out. */
    checkoutId?: string;
  }
>;

/** They were given back. */
export type StockReleased = DomainEvent<
  'StockReleased',
  {
    toolId: string;
    bookingId: string;
    quantity: number;
    /** They were set aside for nothing: such an order was done at once. Else left out. */
    free?: true;
  }
>;

/**
 * They were paid for, and are nobody's to give back any more. 0 of them for an order that cost nothing and was shipped: its pieces count as
 * sold since they were set aside, and releases of before this was said count them once, too.
 */
export type StockSold = DomainEvent<'StockSold', { toolId: string; bookingId: string; quantity: number }>;

/** Some of what was sold is on the shelf again, because of a refund. */
export type StockReturned = DomainEvent<
  'StockReturned',
  { toolId: string; bookingId: string; refundId: string; quantity: number }
>;

/** What a reservation is for, and at which price it was made. */
export type Reservation = {
  readonly toolId: string;
  readonly bookingId: string;
  readonly quantity: number;
  readonly toolName: string;
  readonly price: Money;
  /** Whether it took more than half of what was on the shelf, and more than the least that one can order. */
  readonly isLarge: boolean;
};

/** So many pieces of a tool for one order, and what they are believed to cost in all. */
export type WantedPieces = {
  readonly toolId: string;
  readonly bookingId: string;
  /** The tool's MinimumOrder when left out. */
  readonly quantity: number | undefined;
  readonly price: Money;
  /** The checkout that the order is to be one of. */
  readonly checkoutId?: string;
};

/** The pieces cannot be had as they are wanted; the message says why, to whoever wants them. */
export class CannotBeHad extends Conflict {
  override name = 'CannotBeHad';
}

/** What booking asks of the catalog's stock. */
export interface Stock {
  /** Why these pieces could not be had at this moment; undefined when they could. Nothing is set aside. */
  whyNot(wanted: WantedPieces): Promise<CannotBeHad | undefined>;
  /**
   * Sets pieces aside for one order of a checkout, once, and makes no order.
   * @throws CannotBeHad
   */
  setAside(wanted: WantedPieces, context: CommandContext): Promise<Reservation>;
  /**
   * Sets pieces aside for one order, once, and makes the order: both or neither where the store commits to two streams at
   * once, else the one after the other. `quantity` is the tool's MinimumOrder when left out.
   * @param order how the order is made of what was set aside for it. It may be asked more than once.
   * @returns what became of the order
   * @throws NotFound for an unknown tool; Invalid below MinimumOrder; Conflict above what is available, or when the
   * price is not PerPrice x quantity; and whatever the order refuses.
   */
  reserve<Order, E extends DomainEvent>(
    wanted: Omit<WantedPieces, 'checkoutId'>,
    context: CommandContext,
    order: (reserved: Reservation) => Step<Order, E>,
  ): Promise<Outcome<Order, E>>;
  /** Gives back what was set aside for an order, if it was. Resolves to the position of what was appended. */
  release(which: { toolId: string; bookingId: string }, context: CommandContext): Promise<bigint | undefined>;
  /**
   * Says that an order was paid, or cost nothing and was shipped: what was set aside for it stays taken, and the tool need not keep in
   * mind for whom.
   * Resolves to the position of what was appended, if anything.
   */
  sell(which: { toolId: string; bookingId: string }, context: CommandContext): Promise<bigint | undefined>;
  /**
   * Puts so many pieces of a paid order back on the shelf, once for each refund. How many an order has out is for the
   * order to know. Resolves to the position of what was appended, if anything.
   */
  restock(
    returned: { toolId: string; bookingId: string; refundId: string; quantity: number },
    context: CommandContext,
  ): Promise<bigint | undefined>;
}
