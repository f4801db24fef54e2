import { queryOptions } from '@tanstack/react-query';
import type { ShopConfig } from '../../../../modules/payments/contract.ts';
import { get } from '../api/api.ts';

/** Whether the shop has no admin yet, which changes once: it is asked anew, unlike what else the shop tells of itself. */
export const unclaimedQuery = queryOptions({
  queryKey: ['unclaimed'],
  queryFn: async ({ signal }) => (await get<ShopConfig>('/config', { signal })).unclaimed === true,
});
