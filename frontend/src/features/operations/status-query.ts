import { queryOptions } from '@tanstack/react-query';
import type { ParkedEvent, Status } from '../../../../modules/operations/contract.ts';
import { get, getWhole } from '../../lib/api/api.ts';

/** How often it is looked again while somebody sees the page; and while an event is being tried again, in ms. */
const lookEveryMs = 10_000;
const lookSoonMs = 1_500;

const operations = (email: string) => ['private', email, 'operations'] as const;

/** How the shop is; for admins only. A tab that nobody looks at asks for nothing. */
export function statusQuery(email: string) {
  return queryOptions({
    queryKey: [...operations(email), 'status'],
    queryFn: ({ signal }) => get<Status>('/operations/status', { signal }),
    staleTime: 0,
    refetchInterval: lookEveryMs,
    meta: { isForAdmins: true },
  });
}

/** The events that could not be dealt with. */
export function parkedQuery(email: string) {
  return queryOptions({
    queryKey: [...operations(email), 'parked'],
    queryFn: async ({ signal }) => (await getWhole<ParkedEvent>('/operations/parked', { signal })).body,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isBeingTried) ? lookSoonMs : lookEveryMs),
    meta: { isForAdmins: true },
  });
}

const isBeingTried = ({ readers }: ParkedEvent) => readers.some(({ state }) => state === 'retry');

/** All that is shown of operations, to be asked for anew. */
export const operationsOf = (email: string) => ({ queryKey: operations(email) });
