import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getDated, getPage, withQuery } from '../../lib/api.ts';
import { toolsAsKnown } from '../../lib/newest-tools.ts';
import type { Product } from './product.ts';

export type ProductsWanted = { search: string; state: string; sort: string; after: string };

export const productsPerPage = 25;

/** Below the key of all tools: what is heard of their stock is shown here too. */
export function productsQuery(email: string, wanted: ProductsWanted) {
  return queryOptions({
    queryKey: ['tools', 'products', email, wanted],
    queryFn: ({ signal }) =>
      getPage<Product>(withQuery('/products', { ...wanted, limit: productsPerPage }), { signal }),
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
