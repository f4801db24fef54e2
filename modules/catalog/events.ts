import type { DomainEvent } from '../kernel/event.ts';
import { storedEvents } from '../kernel/stored-events.ts';
import type { Money } from '../kernel/values/money.ts';
import type { Specification } from './contract.ts';
import type { StockReleased, StockReserved, StockReturned, StockSold } from './stock/contract.ts';

export type ToolAdded = DomainEvent<
  'ToolAdded',
  {
    toolId: string;
    name: string;
    image: string;
    description: string;
    minimumOrder: number;
    available: number;
    buyGear: number;
    perPrice: Money;
    totalPrice: Money;
    ratings: number;
    /** Of these three a tool has what is said; what is left out it has none of. */
    category?: string;
    specifications?: readonly Specification[];
    pictures?: readonly string[];
  }
>;

/** What a tool is, beside its price and its pieces. */
export type ToolDetails = Omit<ToolAdded['data'], 'toolId' | 'available' | 'perPrice' | 'totalPrice'>;

/** Somebody who runs the shop says anew what a tool is. What is left out stays as it was. */
export type ToolDetailsChanged = DomainEvent<
  'ToolDetailsChanged',
  {
    toolId: string;
    /** How many times details or price were changed, this time included: whoever changes them says which they know. */
    version: number;
    name?: string;
    image?: string;
    description?: string;
    minimumOrder?: number;
    buyGear?: number;
    ratings?: number;
    /** Null where it is in none any more. */
    category?: string | null;
    /** All of them; empty where it has none any more. */
    specifications?: readonly Specification[];
    /** All of them beside the image; empty where it has none any more. */
    pictures?: readonly string[];
  }
>;

/** It costs this from now on. Orders that are there keep their price. */
export type ToolRepriced = DomainEvent<
  'ToolRepriced',
  {
    toolId: string;
    /** As of ToolDetailsChanged: both of one change have the same. */
    version: number;
    perPrice: Money;
    totalPrice: Money;
  }
>;

/** Pieces were put on the shelf or taken off it by hand: new ones came, some broke, somebody has counted. */
export type StockAdjusted = DomainEvent<
  'StockAdjusted',
  {
    toolId: string;
    /** How many more there are; negative where there are fewer. Never 0. */
    change: number;
    reason: string;
    /** How many were free then, which is what the call was answered; events of before do not say. */
    available?: number;
  }
>;

/** It is offered no more: nobody finds it, nobody can order it. What was ordered goes on. */
export type ToolRetired = DomainEvent<'ToolRetired', { toolId: string }>;

/** It is offered again, with the pieces that it has. */
export type ToolReturned = DomainEvent<'ToolReturned', { toolId: string }>;

/** A row of a file that was not carried out, and what is wrong in which of its columns. */
export type RefusedRow = {
  readonly line: number;
  readonly toolId?: string;
  readonly name: string;
  readonly errors: readonly { readonly column: string; readonly message: string }[];
};

/** A file of tools was imported: what became of its rows, and the first hundred of those that were not carried out. */
export type ProductsImported = DomainEvent<
  'ProductsImported',
  {
    importId: string;
    added: number;
    changed: number;
    /** As they were already. */
    same: number;
    wrong: number;
    refused: readonly RefusedRow[];
  }
>;

export type ToolEvent =
  | ToolAdded
  | ToolDetailsChanged
  | ToolRepriced
  | StockAdjusted
  | ToolRetired
  | ToolReturned
  | StockReserved
  | StockReleased
  | StockSold
  | StockReturned;

export const toolEvents = storedEvents<ToolEvent | ProductsImported>({
  ToolAdded: { version: 1 },
  ToolDetailsChanged: { version: 1 },
  ToolRepriced: { version: 1 },
  StockAdjusted: { version: 1 },
  ToolRetired: { version: 1 },
  ToolReturned: { version: 1 },
  StockReserved: { version: 1 },
  StockReleased: { version: 1 },
  StockSold: { version: 1 },
  StockReturned: { version: 1 },
  ProductsImported: { version: 1 },
});
