import { z } from 'zod';
import { noticed } from '../kernel/wire/live-wire.ts';
import { mostPieces, wholeNumberWanted } from '../kernel/wire/most-pieces.ts';
import { acknowledged, notNumber, pieces, price, text } from '../kernel/wire/wire.ts';
import { longestCategory } from './bounds/contract.ts';

// Each of the module's rooms has a contract of its own: search/ for finding tools, stock/ for their pieces, csv/ for files.

/** The most that a piece may cost, in the currency's major unit. */
const dearest = 1_000_000_000;
const piecePrice = price.max(dearest, `A price is at most ${dearest.toLocaleString('en-US')}`);
const count = pieces(0, 'Must not be negative');
const rating = z.number(notNumber('Must be a number from 0 to 5')).min(0, 'Must be 0 to 5').max(5, 'Must be 0 to 5');

/** An https address, or a path of this site, read as browsers do: two slashes lead elsewhere, also with a tab between. */
const picture = text(2_000).pipe(
  z
    .string()
    .refine(
      (value) => isPathHere(value) || (/^https:\/\//i.test(value) && URL.canParse(value)),
      'Must be an https address, or a path of this site',
    ),
);

function isPathHere(value: string): boolean {
  const here = 'https://here.invalid';
  return value.startsWith('/') && URL.canParse(value, here) && new URL(value, here).origin === here;
}

const specification = z.object({ name: text(80), value: text(300) }).meta({ id: 'Specification' });
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
  category: text(longestCategory).optional(),
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
    version: z.number('Say which version you have seen').int(wholeNumberWanted).min(0, 'Must not be negative'),
  })
  .meta({ id: 'ChangedTool' });
export type ChangeToolBody = z.input<typeof changeToolBody>;

/** What a row of an imported file says of a tool. */
export const saidSchema = z.object(toolFields);

export const adjustStockBody = z
  .object({
    change: pieces(-mostPieces, 'Too few').refine((change) => change !== 0, 'Say how many more or fewer there are'),
    reason: text(500),
  })
  .meta({ id: 'StockAdjustment' });

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
    stars: z
      .array(z.int())
      .optional()
      .describe('How many of those who bought it here gave it 1, 2, 3, 4 and 5 stars; left out where nobody has'),
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

/**
 * `tool.changed`: how many pieces of a tool are left now, what its reviews make of it, and which version of it there is: who
 * knows another one fetches it anew. Whoever watches it is told.
 */
export const toolChanged = noticed.extend({
  toolId: z.string(),
  Available: z.int(),
  version: z.int().optional(),
  retired: z.boolean().optional(),
  ...tool.pick({ Ratings: true, reviews: true, stars: true }).partial().shape,
});
export type ToolChanged = z.infer<typeof toolChanged>;

/** What other modules ask of the tools themselves. */
export interface ToolNames {
  /** What a tool is called; undefined when there is none. */
  nameOf(toolId: string): Promise<string | undefined>;
}

/** What the first screen of a tool's page shows, before the browser asks for anything. */
export type ToolScreen = {
  /** Of the drawings there is one for those of these that hold: `from`, `last`, `bought`, `several`. */
  readonly facts: readonly string[];
  readonly texts: Readonly<Record<string, string>>;
  readonly tool: Tool;
  /** The position of the log that this is true as of. */
  readonly asOf: string;
};

/** What pages are told of a tool in advance. */
export interface ToolScreens {
  screenOf(toolId: string, currency: string): Promise<ToolScreen | undefined>;
}
