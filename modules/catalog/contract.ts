import { z } from 'zod';
import type { CommandContext, Outcome, Step } from '../kernel/commands.ts';
import { Conflict } from '../kernel/errors.ts';
import type { DomainEvent } from '../kernel/event.ts';
import { noticed } from '../kernel/live-wire.ts';
import type { Money } from '../kernel/money.ts';
import { acknowledged, mostPieces, pageQuery, pieces, price, text } from '../kernel/wire.ts';

/** The most that a piece may cost, in the currency's major unit. */
const dearest = 1_000_000_000;
const piecePrice = price.max(dearest, `A price is at most ${dearest.toLocaleString('en-US')}`);
const count = pieces(0, 'Must not be negative');
const rating = z.number('Must be a number from 0 to 5').min(0, 'Must be 0 to 5').max(5, 'Must be 0 to 5');

/** An https address, or a path of this site, read as browsers do: two slashes lead elsewhere, also with a tab between. */
const picture = text(2_000).refine(
  (value) => isPathHere(value) || (/^https:\/\//i.test(value) && URL.canParse(value)),
  'Must be an https address, or a path of this site',
);

function isPathHere(value: string): boolean {
  const here = 'https://here.invalid';
  return value.startsWith('/') && URL.canParse(value, here) && new URL(value, here).origin === here;
}

export const specification = z.object({ name: text(80), value: text(300) }).meta({ id: 'Specification' });
export type Specification = z.infer<typeof specification>;

/** How many specifications, and pictures beside the first, a tool has at most: all of it is read with every tool. */
const most = { specifications: 30, pictures: 8 };

const toolFields = {
  name: text(200),
  img: picture,
  Description: text(5_000),
  MinimumOrder: count,
  PerPrice: piecePrice,
  TotalPrice: piecePrice,
  Ratings: rating,
  BuyGear: count,
  category: text(80).optional(),
  specifications: z.array(specification).max(most.specifications, `At most ${most.specifications}`).optional(),
  /** Beside `img`, which is the first. */
  pictures: z.array(picture).max(most.pictures, `At most ${most.pictures}`).optional(),
};

export const addToolBody = z.object({ ...toolFields, Available: count.default(0) }).meta({ id: 'NewTool' });
export type AddToolBody = z.input<typeof addToolBody>;

/** All of a tool but its pieces, as it is to be from now on: what is optional and left out is taken away. */
export const changeToolBody = z
  .object({
    ...toolFields,
    version: z.number('Say which version you have seen').int('Must be a whole number').min(0, 'Must not be negative'),
  })
  .meta({ id: 'ChangedTool' });
export type ChangeToolBody = z.input<typeof changeToolBody>;

/** What a row of an imported file says of a tool. */
export const saidSchema = z.object(toolFields);

const cellError = z.object({ column: z.string(), message: z.string() });
export type CellError = z.infer<typeof cellError>;

/** What an import would do with a row of its file. */
export const rowPlan = z
  .object({
    line: z.int().describe('Of the file, on which the row begins'),
    toolId: z.string().optional().describe('Left out of a row that adds a tool'),
    name: z.string(),
    outcome: z.enum(['add', 'change', 'same', 'wrong']),
    changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
    errors: z.array(cellError),
  })
  .meta({ id: 'ImportRow' });
export type RowPlan = z.infer<typeof rowPlan>;

export const importQuery = z.object({
  dryRun: z
    .enum(['true', 'false'], 'Must be true or false')
    .default('true')
    .describe('true: nothing is changed, and each row says what would be'),
});

/** Of a dry run what would be; of a real one what was. Rows that are wrong were not carried out. */
export const importAnswer = z
  .object({
    dryRun: z.boolean(),
    added: z.int(),
    changed: z.int(),
    same: z.int(),
    wrong: z.int(),
    rows: z.array(rowPlan).describe('Of a dry run all rows; else the first hundred that are wrong'),
  })
  .meta({ id: 'Import' });
export type ImportAnswer = z.infer<typeof importAnswer>;

/** How long a file may be, in bytes and rows. */
export const longestImport = { bytes: 2 * 1_024 * 1_024, rows: 5_000 };

export const adjustStockBody = z
  .object({
    change: pieces(-mostPieces, 'Too few').refine((change) => change !== 0, 'Say how many more or fewer there are'),
    reason: text(500),
  })
  .meta({ id: 'StockAdjustment' });
export type AdjustStockBody = z.input<typeof adjustStockBody>;

export const adjustedStock = acknowledged.extend({ Available: z.int() });
export const changedTool = acknowledged.extend({ matchedCount: z.int(), modifiedCount: z.int() });

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
    Ratings: z
      .number()
      .describe('What who bought it here gave it, on average, where anybody has; else as it was added'),
    RatingsAdded: z.number().optional().describe('As it was added, once reviews make another of it'),
    reviews: z.int().optional().describe('How many reviews of it are shown; left out where there is none'),
    category: z.string().optional(),
    specifications: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
    pictures: z.array(z.string()).optional().describe('Beside img'),
    version: z.int().describe('Counts changes of details and price, not of stock'),
    retired: z.boolean().describe('It is offered no more'),
    sold: z.int().describe('Pieces sold in this shop, without those that came back; BuyGear were bought before'),
  })
  .meta({ id: 'Tool' });
export type Tool = z.infer<typeof tool>;

/** A tool as an admin said it is: with the rating that it was given, whatever its reviews have made of that since. */
export function asSaid<T extends Pick<Tool, 'Ratings' | 'RatingsAdded'>>(tool: T): T {
  return { ...tool, Ratings: tool.RatingsAdded ?? tool.Ratings };
}

export const toolOrders = ['name', 'PerPrice', 'Ratings', 'Available'] as const;
export type ToolOrder = (typeof toolOrders)[number];

/** A field's name; `-` before it for descending. */
const sortBy = <Order extends string>(orders: readonly Order[]) =>
  z.enum([...orders, ...orders.map((order) => `-${order}` as const)]).optional();

const categoryWanted = z.string().trim().min(1).max(80);
/** Some of one category, or of several: the parameter may come more than once. */
const categoriesWanted = z.union([categoryWanted, z.array(categoryWanted).max(20, 'At most 20')]).optional();
const priceWanted = z.coerce.number('Must be a number').min(0, 'Must not be negative').optional();
const search = z.string().trim().max(200).optional();

/** What visitors narrow tools down by; what is left out leaves out nothing. */
const filters = {
  search,
  category: categoriesWanted,
  minPrice: priceWanted,
  maxPrice: priceWanted,
  /** Only what can be ordered now. */
  inStock: z.enum(['true', 'false']).optional(),
  minRating: z.coerce.number('Must be a number').min(0, 'Must be 0 to 5').max(5, 'Must be 0 to 5').optional(),
};

export const toolsQuery = pageQuery.extend({ ...filters, sort: sortBy(toolOrders) });
export type ToolsQuery = z.infer<typeof toolsQuery>;

export const facetsQuery = z.object(filters);
export type FacetsQuery = z.infer<typeof facetsQuery>;

/** How many tools each value of a filter finds, given the others. */
export const toolFacets = z
  .object({
    total: z.int().describe('What all filters together find'),
    categories: z
      .array(z.object({ category: z.string(), count: z.int() }))
      .describe('The largest 100, and those asked for'),
    price: z
      .object({ min: z.number(), max: z.number() })
      .nullable()
      .describe('From the cheapest to the dearest; null when there is none'),
    inStock: z.int(),
    ratings: z.array(z.object({ minRating: z.number(), count: z.int() })),
  })
  .meta({ id: 'ToolFacets' });
export type ToolFacets = z.infer<typeof toolFacets>;

export const suggestionsQuery = z.object({ q: z.string().trim().max(100).default('') });

export const toolSuggestion = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('category'), text: z.string(), count: z.int() }),
    z.object({ kind: z.literal('tool'), text: z.string(), toolId: z.string() }),
  ])
  .meta({ id: 'ToolSuggestion' });
export type ToolSuggestion = z.infer<typeof toolSuggestion>;

/** A tool as admins see it. */
export const product = tool
  .extend({ held: z.int().describe('Pieces that are set aside for orders that are not paid yet') })
  .meta({ id: 'Product' });
export type Product = z.infer<typeof product>;

export const productStates = ['all', 'offered', 'sold-out', 'retired'] as const;
export type ProductState = (typeof productStates)[number];
export const productOrders = [...toolOrders, 'sold'] as const;
export type ProductOrder = (typeof productOrders)[number];

export const productsQuery = pageQuery.extend({
  search,
  state: z.enum(productStates).default('all'),
  category: categoriesWanted,
  sort: sortBy(productOrders),
});
export type ProductsQuery = z.infer<typeof productsQuery>;

/**
 * `tool.changed`: how many pieces of a tool are left now, and which version of it there is: who knows another one fetches it
 * anew. Who watches it is told.
 */
export const toolChanged = noticed.extend({
  toolId: z.string(),
  Available: z.int(),
  version: z.int().optional(),
  retired: z.boolean().optional(),
});
export type ToolChanged = z.infer<typeof toolChanged>;

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

/** They were paid for, and are nobody's to give back any more. */
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

/** The pieces cannot be had as they are wanted; the message says why, to who wants them. */
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
   * Says that an order was paid: what was set aside for it stays taken, and the tool need not keep in mind for whom.
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

/** What other modules ask of the tools themselves. */
export interface ToolNames {
  /** What a tool is called; undefined when there is none. */
  nameOf(toolId: string): Promise<string | undefined>;
}
