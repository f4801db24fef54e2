import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getDated, getPage, withQuery } from '../../lib/api/api.ts';
import { toolsAsKnown } from '../../lib/live/newest-tools.ts';
import type { Product } from './product.ts';

export type ProductsWanted = { search: string; state: string; sort: string; after: string };

const productsPerPage = 25;

/** Below the key of all tools: what is heard of their stock is shown here too. */
export function productsQuery(email: string, wanted: ProductsWanted) {
  return queryOptions({
    queryKey: ['tools', 'products', email, wanted],
    queryFn: async ({ client, signal }) => {
      const path = withQuery('/products', { ...wanted, limit: productsPerPage });
      const page = await getPage<Product>(path, { signal });
      const known = toolsAsKnown(client, page.asOf, page.entries);
      // What is known may come from where nobody says how many are held.
      return { ...page, entries: page.entries.map((product, place) => ({ ...product, ...known[place] })) };
    },
    meta: { live: 'told', isForAdmins: true },
    placeholderData: keepPreviousData,
  });
}

/** One of them, which need not be on the page that is shown. Below the key of that tool, for the same reason. */
export function productQuery(id: string) {
  return queryOptions({
    queryKey: ['tool', id, 'product'],
    queryFn: async ({ client, signal }) => {
      const { body, asOf } = await getDated<Product>(`/tool/${encodeURIComponent(id)}`, { signal });
      const [product = body] = toolsAsKnown(client, asOf, [body]);
      return product;
    },
    meta: { live: 'told' },
    staleTime: 0,
  });
}
