import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { OrderCounts } from '../../../../modules/booking/figures/contract.ts';
import { get } from '../../lib/api/api.ts';
import { gathered } from '../../lib/live/gathered.ts';
import type { Heard, NoticesHeard } from '../../lib/live/live-notices.ts';
import { patchCached } from '../../lib/queries/patch-cached.ts';
import { showsOrderFigures } from './charts/order-figures-queries.ts';

/** The charts are of days and months: so often at most are they asked for anew as orders come, in ms. */
const chartsEveryMs = 5_000;

const newest = new WeakMap<QueryClient, OrderCounts>();

/**
 * The newer of what is known and what has come. At one position the later counts: when a day begins, today is another day
 * and nothing else has happened.
 */
function asKnown(client: QueryClient, come: OrderCounts): OrderCounts {
  const known = newest.get(client);
  if (known && BigInt(known.position) > BigInt(come.position)) return known;
  newest.set(client, come);
  return come;
}

/** How many orders there are; for admins only, so that anybody else is asked for nothing. */
export function orderCountsQuery(email: string, isAdmin: boolean) {
  return queryOptions({
    queryKey: ['private', email, 'order-counts'],
    queryFn: async ({ client, signal }) => asKnown(client, await get<OrderCounts>('/orders/counts', { signal })),
    enabled: isAdmin,
    meta: { live: 'told', isForAdmins: true },
  });
}

const counted: Heard<OrderCounts> = (notice, client) => {
  const counts = asKnown(client, notice);
  patchCached<OrderCounts>(
    client,
    { predicate: ({ queryKey }) => queryKey[0] === 'private' && queryKey[2] === 'order-counts' },
    () => counts,
  );
  chartsOf(client)('changed');
};

const askers = new WeakMap<QueryClient, (change: string) => void>();

function chartsOf(client: QueryClient): (change: string) => void {
  const ask =
    askers.get(client) ??
    gathered<string>(chartsEveryMs, () => void client.invalidateQueries({ predicate: showsOrderFigures }));
  askers.set(client, ask);
  return ask;
}

export const orderCountsNotices: NoticesHeard = { 'orders.counted': counted };
