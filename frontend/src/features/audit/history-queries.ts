import { type Query, queryOptions } from '@tanstack/react-query';
import type { HistoryEntry, HistorySteps, HistoryTypes, Why } from '../../../../modules/audit/contract.ts';
import { type Dated, get, getDated, getPage, type Page, withQuery } from '../../lib/api/api.ts';
import { type BeingIndexed, orBeingIndexed, whenIndexed } from './being-indexed.ts';
import type { HistoryWanted } from './history-wanted.ts';

export const entriesPerPage = 50;

export type HistoryPageAnswer = Page<HistoryEntry>;
type Shown = HistoryPageAnswer | Dated<HistorySteps> | Dated<Why>;

/** A page of what happened. Only the newest one grows. */
export function historyQuery(email: string, wanted: HistoryWanted, after: string) {
  return queryOptions({
    queryKey: ['private', email, 'history', wanted, after],
    queryFn: ({ client, queryKey, signal }) =>
      orBeingIndexed(
        getPage<HistoryEntry>(withQuery('/history', { ...wanted, limit: entriesPerPage, after }), { signal }),
        client.getQueryData<HistoryPageAnswer | BeingIndexed>(queryKey),
      ),
    refetchInterval: whenIndexed,
    meta: { isForAdmins: true, ...(after === '' && { live: 'asked' }) },
  });
}

/** What a thing was around a position or time, and what each event there changed; undefined for now, which goes on. */
export function stepsQuery(email: string, of: string, at: string | undefined) {
  return queryOptions({
    queryKey: ['private', email, 'history', 'steps', of, at ?? ''],
    queryFn: ({ client, queryKey, signal }) =>
      orBeingIndexed(
        getDated<HistorySteps>(withQuery(`/history/${encodeURIComponent(of)}/steps`, { at }), { signal }),
        client.getQueryData<Dated<HistorySteps> | BeingIndexed>(queryKey),
      ),
    refetchInterval: whenIndexed,
    meta: { isForAdmins: true, live: 'asked' },
  });
}

/** What caused an event, and what followed from it so far. */
export function causesQuery(email: string, event: string) {
  return queryOptions({
    queryKey: ['private', email, 'history', 'why', event],
    queryFn: ({ client, queryKey, signal }) =>
      orBeingIndexed(
        getDated<Why>(`/history/why/${encodeURIComponent(event)}`, { signal }),
        client.getQueryData<Dated<Why> | BeingIndexed>(queryKey),
      ),
    refetchInterval: whenIndexed,
    meta: { isForAdmins: true, live: 'asked' },
  });
}

/** The types of events that there are; they change only with the release. */
export function historyTypesQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'history-types'],
    queryFn: async ({ signal }) => (await get<HistoryTypes>('/history/types', { signal })).types,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isForAdmins: true },
  });
}

/** The queries that have not seen the history as far as that, and may be another by it. */
export function isOlderThan(position: bigint): (query: Query) => boolean {
  return ({ queryKey, meta, state }) => {
    if (queryKey[0] !== 'private' || queryKey[2] !== 'history' || meta?.live === undefined) return false;
    const shown = state.data as Shown | BeingIndexed | undefined;
    if (!shown || !('asOf' in shown)) return true;
    // Steps with others after them stay what they are.
    const isOver = 'body' in shown && 'later' in shown.body && shown.body.later !== null;
    return !isOver && shown.asOf < position;
  };
}
