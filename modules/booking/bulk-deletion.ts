import type { Aggregate } from '../kernel/aggregate.ts';
import type { DomainEvent } from '../kernel/event.ts';
import { storedEvents } from '../kernel/stored-events.ts';

/** All unpaid orders of a person are to be taken back: these. */
export type BulkDeletionRequested = DomainEvent<'BulkDeletionRequested', { bookingIds: readonly string[] }>;

export type BulkDeletion =
  | { readonly status: 'none' }
  | { readonly status: 'decided'; readonly bookingIds: readonly string[] };

/** One wish to take back all unpaid orders, under the id of its command. */
export const bulkDeletion: Aggregate<BulkDeletion, BulkDeletionRequested> = {
  name: 'bulk-deletion',
  initial: { status: 'none' },
  evolve: (_, event) => ({ status: 'decided', bookingIds: event.data.bookingIds }),
};

export type RequestBulkDeletion = { type: 'RequestBulkDeletion'; bookingIds: readonly string[] };

/** Decides once which orders it is about. */
export function requestBulkDeletion({ bookingIds }: RequestBulkDeletion, state: BulkDeletion): BulkDeletionRequested[] {
  return state.status === 'none' ? [{ type: 'BulkDeletionRequested', data: { bookingIds } }] : [];
}

export const bulkDeletionEvents = storedEvents<BulkDeletionRequested>({ BulkDeletionRequested: { version: 1 } });
