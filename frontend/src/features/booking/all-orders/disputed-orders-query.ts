import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { HistoryEntry } from '../../../../../modules/audit/contract.ts';
import { getPage, withQuery } from '../../../lib/api/api.ts';
import { disputesByOrder, lossesOf, sharesLost } from '../one-order/order-disputes.ts';
import { useHistoryGrew } from '../one-order/use-history-grew.ts';

/** So many changes of disputes are looked at, the newest, and of what orders have lost: a bank decides within some weeks. */
const looked = 100;

/** The disputes of orders, and what these have lost, by their ids; the server shows it to admins only. */
export function disputedOrdersQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'disputed-orders'],
    queryFn: async ({ signal }) => {
      const newest = async (type: string) =>
        (await getPage<HistoryEntry>(withQuery('/history', { type, limit: looked }), { signal })).entries;
      const [disputes, losses] = await Promise.all([newest('DisputeChanged'), newest('BookingLossChanged')]);
      // One payment has as many orders as were in a cart, each with losses of its own: without their shares, those told before would be none.
      return { disputes: disputesByOrder(disputes), losses: new Map([...sharesLost(disputes), ...lossesOf(losses)]) };
    },
    meta: { live: 'asked', isForAdmins: true },
  });
}

/** Has them asked for anew as a bank disputes one, or decides: what it does has no notice of its own. */
export function useDisputedOrdersLive(email: string): void {
  const client = useQueryClient();
  useHistoryGrew(() => void client.invalidateQueries(disputedOrdersQuery(email)));
}
