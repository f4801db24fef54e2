import type { Addition, Figures, Sum } from '../../kernel/documents/sums.ts';
import { sortableNumber } from '../../kernel/encoding/sortable.ts';
import type { IndexKey } from '../../kernel/projection.ts';
import type { Money } from '../../kernel/values/money.ts';
import type { Booking } from '../contract.ts';

/** What of an order counts. */
type Counted = Pick<Booking, 'status' | 'at' | 'toolId' | 'toolName' | 'quantity'> & { readonly kept: Money };

/** Of the whole shop. */
export const shop = 'shop';
export const ofTool = 'tool ';

/** Under which name the revenue in a currency is summed up, in minor units. */
export const revenueIn = (currency: string) => `revenue ${currency}`;

/** Under which name the pieces are summed up that orders hold and nobody has paid for. */
export const held = 'held';

const heldBy = (order: Counted | undefined) => (order?.status === 'unpaid' ? order.quantity : 0);

/** The day of a moment, in UTC. */
export const dayOf = (at: string) => at.slice(0, 10);

/** The day so many days before that. */
export const dayBefore = (moment: Date, days: number) =>
  dayOf(new Date(moment.getTime() - days * 86_400_000).toISOString());

/**
 * What one event about an order adds: to the shop's orders by status and the pieces that they hold, to the orders and the
 * revenue of a day, and to those of a tool. An order counts on the day when it was placed, as long as it is there; money on the day when it came or went.
 */
export function addedByOrder({
  before,
  after,
  event,
}: {
  readonly before: Counted | undefined;
  readonly after: Counted | undefined;
  readonly event: { readonly meta: { readonly time: string } };
}): Addition[] {
  const order = after ?? before;
  if (!order || (before?.status === after?.status && before?.kept.amount === after?.kept.amount)) return [];
  const orders = (after ? 1 : 0) - (before ? 1 : 0);
  const revenue = { [revenueIn(order.kept.currency)]: (after?.kept.amount ?? 0) - (before?.kept.amount ?? 0) };
  const byStatus: Record<string, number> = {};
  if (before) byStatus[before.status] = -1;
  if (after) byStatus[after.status] = (byStatus[after.status] ?? 0) + 1;
  return [
    { id: shop, add: { ...byStatus, [held]: heldBy(after) - heldBy(before), ...revenue } },
    { id: dayOf(order.at), add: { orders } },
    { id: dayOf(event.meta.time), add: revenue },
    { id: ofTool + order.toolId, add: { orders, ...revenue }, ...(!before && { name: order.toolName }) },
  ];
}

/** `latest`: the shop's, and before it the days', so that all of them are read together. `tools`: by revenue in a currency. */
export const orderSumIndexes: { readonly [name: string]: (sum: Sum) => IndexKey | readonly IndexKey[] | undefined } = {
  latest: ({ id }) => (id.startsWith(ofTool) ? undefined : { key: '', sort: id }),
  tools: ({ id, figures }) => (id.startsWith(ofTool) ? byRevenue(figures) : undefined),
};

function byRevenue(figures: Figures): IndexKey[] {
  return Object.entries(figures).flatMap(([name, amount]) => {
    if (!name.startsWith(revenueIn(''))) return [];
    return figures.orders || amount ? [{ key: name.slice(revenueIn('').length), sort: sortableNumber(amount) }] : [];
  });
}
