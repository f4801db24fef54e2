import type { Query, QueryClient } from '@tanstack/react-query';
import { newestOf } from '../../lib/live/newest.ts';
import { patchCached } from '../../lib/queries/patch-cached.ts';
import type { OrdersPage } from './orders-page.ts';
import type { ShownBooking } from './shown-booking.ts';

const newest = newestOf<ShownBooking>();

/** An answer's order as it is known now. */
export function bookingAsKnown(client: QueryClient, asOf: bigint, booking: ShownBooking): ShownBooking {
  return newest.answered(client, booking._id, asOf, booking);
}

/** What a notice says of an order. False when that is nothing new. */
export function hearBooking(client: QueryClient, id: string, position: bigint, fields: Partial<ShownBooking>): boolean {
  if (!newest.told(client, id, position, fields)) return false;
  const asKnown = (booking: ShownBooking) => (booking._id === id ? newest.latest(client, id, booking) : booking);
  patchCached(client, { predicate: showsOrders }, (kept: Kept) => changeIn(kept, asKnown));
  return true;
}

/** Takes it from an answer of all that there are that those are gone which it does not have. */
export function missBookings(client: QueryClient, asOf: bigint, shown: readonly ShownBooking[]): void {
  for (const { _id, isMissing } of shown) if (isMissing) newest.told(client, _id, asOf, { isMissing });
}

/** Whether no answer has been as new as the newest notice of it. */
export const isBookingAwaited = (client: QueryClient, id: string): boolean => newest.isAwaited(client, id);

export const forgetBookings = (client: QueryClient): void => newest.forget(client);

/** One order, somebody's list of them, or a page of everybody's: as the queries of orders keep them. */
type Kept = ShownBooking | readonly ShownBooking[] | OrdersPage;

const isList = (kept: Kept): kept is readonly ShownBooking[] => Array.isArray(kept);

function ordersIn(kept: Kept): readonly ShownBooking[] {
  if (isList(kept)) return kept;
  return 'entries' in kept ? [...kept.entries, ...(kept.latest?.entries ?? [])] : [kept];
}

function changeIn(kept: Kept, change: (booking: ShownBooking) => ShownBooking): Kept {
  if (ordersIn(kept).every((one) => change(one) === one)) return kept;
  if (isList(kept)) return kept.map(change);
  if (!('entries' in kept)) return change(kept);
  const { latest } = kept;
  const changed = { ...kept, entries: kept.entries.map(change) };
  return latest ? { ...changed, latest: { ...latest, entries: latest.entries.map(change) } } : changed;
}

const kinds = new Set<unknown>(['bookings', 'booking', 'all-bookings']);

function showsOrders({ queryKey }: Query): boolean {
  return queryKey[0] === 'private' && kinds.has(queryKey[2]);
}

/** The queries that show one of these orders. */
export function showsOneOf(ids: ReadonlySet<string>): (query: Query) => boolean {
  return (query) => {
    if (!showsOrders(query) || query.state.data === undefined) return false;
    return ordersIn(query.state.data as Kept).some(({ _id }) => ids.has(_id));
  };
}
