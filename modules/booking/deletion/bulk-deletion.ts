import type { Aggregate } from '../../kernel/aggregate.ts';
import type { BulkDeletionRequested } from '../events.ts';

export type BulkDeletion =
  | { readonly status: 'none' }
  | { readonly status: 'decided'; readonly bookingIds: readonly string[] };

/** One wish to take back all unpaid orders, under the id of its command. */
export const bulkDeletion: Aggregate<BulkDeletion, BulkDeletionRequested> = {
  name: 'bulk-deletion',
  initial: { status: 'none' },
  evolve: (state, { data: { bookingIds } }) => ({
    status: 'decided',
    bookingIds: state.status === 'none' ? bookingIds : [...state.bookingIds, ...bookingIds],
  }),
};

export type RequestBulkDeletion = { type: 'RequestBulkDeletion'; bookingIds: readonly string[] };

/** How many orders one event names at most: stores bound how large an event may be. */
const mostInOneEvent = 1_000;

/** Decides once which orders it is about. */
export function requestBulkDeletion({ bookingIds }: RequestBulkDeletion, state: BulkDeletion): BulkDeletionRequested[] {
  if (state.status !== 'none') return [];
  const events: BulkDeletionRequested[] = [];
  for (let done = 0; done < bookingIds.length; done += mostInOneEvent) {
    events.push(requested(bookingIds.slice(done, done + mostInOneEvent)));
  }
  return events;
}

function requested(bookingIds: readonly string[]): BulkDeletionRequested {
  return { type: 'BulkDeletionRequested', data: { bookingIds } };
}
