import { setImmediate as nextRound } from 'node:timers/promises';
import type { View } from '../../kernel/documents/view.ts';
import { categoryKey } from '../categories/contract.ts';
import type { Tool } from '../contract.ts';
import type { FacetsQuery, Product, ProductsQuery, ToolsQuery } from '../search/contract.ts';
import { type Filter, offered } from '../search/filter.ts';
import type { FoundTools, ToolSearch } from '../search/tool-search.ts';
import type { StockedTool } from './tools.ts';

/** How many products are read side by side: between these, others are answered. */
const atOnce = 50;

type FoundList = Pick<FoundTools, 'documents' | 'next' | 'asOf'>;

/**
 * The tools that a query asks for, as JSON texts: all of them by name, or those that a search and filters find, of a search the
 * best first, unless it says otherwise.
 */
export function findTools(
  { tools, search: searching }: { readonly tools: View<Tool>; readonly search: ToolSearch },
  { signal, ...query }: ToolsQuery & { readonly signal?: AbortSignal },
): Promise<FoundList> {
  const { search, limit, after } = query;
  const { by, order } = orderIn(query.sort);
  const filter = filterIn(query);
  if (search || filter !== offered) return searching.find({ search, filter, by, order, limit, after }, signal);
  return tools.texts({ index: by ?? 'name', key: '', order, limit, after, signal });
}

/** The same for whoever runs the shop: whatever state it is in, and how much of it is held. */
export async function findProducts(
  { tools, search: searching }: { readonly tools: View<StockedTool>; readonly search: ToolSearch },
  { search, state, category, sort, limit, after }: ProductsQuery,
): Promise<FoundList> {
  const filter = { state, categories: categoriesIn(category) };
  const { ids, next, asOf } = await searching.find({ search, filter, ...orderIn(sort), limit, after });
  const documents: string[] = [];
  for (let done = 0; done < ids.length; done += atOnce) {
    if (done > 0) await nextRound();
    const found = await Promise.all(ids.slice(done, done + atOnce).map((id) => tools.get(id)));
    documents.push(...found.flatMap((tool) => (tool ? [JSON.stringify(productOf(tool))] : [])));
  }
  return { documents, next, asOf };
}

/** What a query narrows tools down by: `offered` itself where it does not. */
export function filterIn({ category, minPrice, maxPrice, inStock, minRating }: FacetsQuery): Filter {
  const categories = categoriesIn(category);
  const isInStock = inStock === 'true';
  const isNarrower =
    categories.length > 0 || isInStock || [minPrice, maxPrice, minRating].some((value) => value !== undefined);
  return isNarrower ? { state: 'offered', categories, minPrice, maxPrice, inStock: isInStock, minRating } : offered;
}

function categoriesIn(category: string | readonly string[] | undefined): string[] {
  const all = typeof category === 'string' ? [category] : (category ?? []);
  return [...new Set(all.map(categoryKey))].sort();
}

function orderIn<Order extends string>(
  sort: Order | `-${Order}` | undefined,
): { by: Order | undefined; order: 'ascending' | 'descending' } {
  const isDescending = sort?.startsWith('-') === true;
  // Of a field's name with or without `-` before it, this is the field's name.
  const by = (isDescending ? sort?.slice(1) : sort) as Order | undefined;
  return { by, order: isDescending ? 'descending' : 'ascending' };
}

function productOf({ out: _, ...shown }: StockedTool): Product {
  return shown;
}
