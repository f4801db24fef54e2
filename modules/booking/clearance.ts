import type { Aggregate } from '../kernel/aggregate.ts';
import type { DomainEvent } from '../kernel/event.ts';
import { storedEvents } from '../kernel/stored-events.ts';

/** All unpaid orders of a person are to be taken back: these. */
export type OrdersCleared = DomainEvent<'OrdersCleared', { bookingIds: readonly string[] }>;

export type Clearance =
  | { readonly status: 'none' }
  | { readonly status: 'decided'; readonly bookingIds: readonly string[] };

/** One wish to take back all unpaid orders, under the id of its command. */
export const clearance: Aggregate<Clearance, OrdersCleared> = {
  name: 'clearance',
  initial: { status: 'none' },
  evolve: (_, event) => ({ status: 'decided', bookingIds: event.data.bookingIds }),
};

export type ClearOrders = { type: 'ClearOrders'; bookingIds: readonly string[] };

/** Decides once which orders it is about. */
export function clearOrders({ bookingIds }: ClearOrders, state: Clearance): OrdersCleared[] {
  return state.status === 'none' ? [{ type: 'OrdersCleared', data: { bookingIds } }] : [];
}

export const clearanceEvents = storedEvents<OrdersCleared>({ OrdersCleared: { version: 1 } });
