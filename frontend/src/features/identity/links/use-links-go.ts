import { useQuery } from '@tanstack/react-query';
import type { ShopConfig } from '../../../../../modules/payments/contract.ts';
import { configQuery } from '../../../lib/queries/config-query.ts';

/** Where links go that only the holder of an address may see; undefined until the shop has said it. */
export function useLinksGo(): ShopConfig['recovery'] | undefined {
  return useQuery(configQuery).data?.recovery;
}
