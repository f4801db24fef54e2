import { keepPreviousData, type Query, queryOptions } from '@tanstack/react-query';
import type { OrderDay, OrderTool } from '../../../../../modules/booking/figures/contract.ts';
import { get, withQuery } from '../../../lib/api/api.ts';

/** Orders and revenue of the latest days. */
export function orderDaysQuery(email: string, days: number) {
  return queryOptions({
    queryKey: ['private', email, 'order-days', days],
    queryFn: ({ signal }) => get<OrderDay[]>(withQuery('/orders/days', { days }), { signal }),
    placeholderData: keepPreviousData,
    meta: { live: 'asked', isForAdmins: true },
  });
}

/** So many tools are drawn. */
export const mostTools = 10;

/** The tools that brought most. */
export function orderToolsQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'order-tools'],
    queryFn: ({ signal }) => get<OrderTool[]>(withQuery('/orders/tools', { limit: mostTools }), { signal }),
    meta: { live: 'asked', isForAdmins: true },
  });
}

const kinds = new Set<unknown>(['order-days', 'order-tools']);

export const showsOrderFigures = ({ queryKey }: Query): boolean => queryKey[0] === 'private' && kinds.has(queryKey[2]);
