import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { HistoryEntry } from '../../../../../modules/audit/contract.ts';
import { getPage, withQuery } from '../../../lib/api/api.ts';
import { disputesByOrder } from '../one-order/order-disputes.ts';
import { useHistoryGrew } from '../one-order/use-history-grew.ts';

/** So many changes of disputes are looked at, the newest: a bank decides within some weeks. */
const looked = 100;

/** The disputes of orders, by the ids of these; the server shows them to admins only. */
export function disputedOrdersQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'disputed-orders'],
    queryFn: async ({ signal }) => {
      const asked = withQuery('/history', { type: 'DisputeChanged', limit: looked });
      return disputesByOrder((await getPage<HistoryEntry>(asked, { signal })).entries);
    },
    meta: { live: 'asked', isForAdmins: true },
  });
}

/** Has them asked for anew as a bank disputes one, or decides: what it does has no notice of its own. */
export function useDisputedOrdersLive(email: string): void {
  const client = useQueryClient();
  useHistoryGrew(() => void client.invalidateQueries(disputedOrdersQuery(email)));
}
