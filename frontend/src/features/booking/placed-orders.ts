import type { QueryClient } from '@tanstack/react-query';
import { patchCached } from '../../lib/queries/patch-cached.ts';
import type { OrdersPage } from './orders-page.ts';

/** So many are counted at most. */
const mostCounted = 1_000;

/** Orders that notices told of, with their positions; those that are gone again are not among them. */
const placed = new WeakMap<QueryClient, Map<string, bigint>>();

function placedOf(client: QueryClient): Map<string, bigint> {
  const known = placed.get(client) ?? new Map<string, bigint>();
  placed.set(client, known);
  return known;
}

/** Counts an order that was placed just now among those that are newer than what admins are shown. */
export function hearPlaced(client: QueryClient, id: string, position: bigint): void {
  const known = placedOf(client);
  known.set(id, position);
  const [oldest] = known.keys();
  if (known.size > mostCounted && oldest !== undefined) known.delete(oldest);
  recount(client);
}

/** It is gone again: nobody is to look for it. */
export function hearGone(client: QueryClient, id: string): void {
  if (placedOf(client).delete(id)) recount(client);
}

function recount(client: QueryClient): void {
  patchCached<OrdersPage>(
    client,
    { predicate: ({ queryKey }) => queryKey[0] === 'private' && queryKey[2] === 'all-bookings' },
    (page) => withPlaced(client, page),
  );
}

/** A page with what notices told of counted as well. They do not tell whether it is what somebody looks for. */
export function withPlaced(client: QueryClient, page: OrdersPage): OrdersPage {
  if (page.isNarrowed) return page;
  const known = placedOf(client);
  const shown = new Set(page.entries.map(({ _id }) => _id));
  const held = page.latest?.entries.map(({ _id }) => _id) ?? [];
  const told = [...known].filter(([, position]) => position > page.asOf).map(([id]) => id);
  const newer = [...new Set([...page.newer.filter((id) => held.includes(id)), ...told])].filter((id) => !shown.has(id));
  return newer.join() === page.newer.join() ? page : { ...page, newer };
}
