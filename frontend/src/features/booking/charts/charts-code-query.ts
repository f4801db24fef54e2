import { queryOptions } from '@tanstack/react-query';
import { fetchCode } from '../../../lib/lazy-loading/fetch-code.ts';

/** What draws the charts is large, and only admins on one page need it. */
export const chartsCodeQuery = queryOptions({
  queryKey: ['code', 'order-charts'],
  queryFn: () => fetchCode(() => import('./order-charts.tsx')),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
});
