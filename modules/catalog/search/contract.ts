import { z } from 'zod';
import { longestSearch, longestSuggested } from '../../kernel/wire/longest.ts';
import { pageQuery } from '../../kernel/wire/wire.ts';
import { longestCategory, mostCategories } from '../bounds/contract.ts';
import { tool } from '../contract.ts';

const toolOrders = ['name', 'PerPrice', 'Ratings', 'Available'] as const;

/** A field's name; `-` before it for descending. */
const sortBy = <Order extends string>(orders: readonly Order[]) =>
  z.enum([...orders, ...orders.map((order) => `-${order}` as const)]).optional();

const categoryWanted = z.string().trim().min(1).max(longestCategory);
/** Some of one category, or of several: the parameter may come more than once. */
const categoriesWanted = z
  .union([categoryWanted, z.array(categoryWanted).max(mostCategories, `At most ${mostCategories}`)])
  .optional();
/** An empty one is no number, as for `limit`. JavaScript makes 0 of it: an empty `maxPrice` would leave what costs nothing. */
const numberWanted = <Wanted extends z.ZodType>(number: Wanted) =>
  z.preprocess((said) => (typeof said === 'string' && said.trim() === '' ? Number.NaN : said), number);
const priceWanted = numberWanted(z.coerce.number('Must be a number').min(0, 'Must not be negative').optional());
const search = z.string().trim().max(longestSearch).optional();

/** What visitors narrow tools down by; what is left out leaves out nothing. */
const filters = {
  search,
  category: categoriesWanted,
  minPrice: priceWanted,
  maxPrice: priceWanted,
  /** Only what can be ordered now. */
  inStock: z.enum(['true', 'false']).optional(),
  minRating: numberWanted(
    z.coerce.number('Must be a number').min(0, 'Must be 0 to 5').max(5, 'Must be 0 to 5').optional(),
  ),
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
      .describe(
        'The largest 100 of those that the words find, also where the other filters leave none of it; and those asked for',
      ),
    price: z
      .object({ min: z.number(), max: z.number() })
      .nullable()
      .describe('From the cheapest to the dearest; null when there is none'),
    inStock: z.int(),
    ratings: z.array(z.object({ minRating: z.number(), count: z.int() })),
  })
  .meta({ id: 'ToolFacets' });
export type ToolFacets = z.infer<typeof toolFacets>;

export const suggestionsQuery = z.object({ q: z.string().trim().max(longestSuggested).default('') });

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

const productStates = ['all', 'offered', 'sold-out', 'retired'] as const;
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
