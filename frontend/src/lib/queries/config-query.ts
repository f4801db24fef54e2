import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ShopConfig } from '../../../../modules/payments/contract.ts';
import { get } from '../api/api.ts';
import { formatPrice } from '../formatting/money.ts';
import { knownFirst } from './known-first.ts';

/** What the shop tells the browser once; it changes only when the shop is started anew. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => get<ShopConfig>('/config', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  initialData: () => knownFirst().config,
});

/** Writes a price in the shop's currency; undefined until the currency is known. */
export function usePriceFormat(): ((amount: number) => string) | undefined {
  const { data } = useQuery(configQuery);
  return data && ((amount) => formatPrice(amount, data.currency));
}
