import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Tool } from '../../../../../modules/catalog/contract.ts';
import { getPage, withQuery } from '../../../lib/api/api.ts';
import { toolsAsKnown } from '../../../lib/live/newest-tools.ts';
import { withFilters } from '../filters/filters.ts';

/** Fills whole rows of a grid of two, three or four columns. */
export const toolsPerPage = 12;

/** `filters`: as the address and the server write them (filters.ts), in one order. */
export type ToolsWanted = { search: string; sort: string; after: string; filters: string };

export function toolsQuery({ filters, ...wanted }: ToolsWanted) {
  return queryOptions({
    queryKey: ['tools', wanted, filters],
    queryFn: async ({ client, signal }) => {
      const path = withFilters(withQuery('/tool', { ...wanted, limit: toolsPerPage }), filters);
      const { entries, next, asOf } = await getPage<Tool>(path, { signal });
      return { entries: toolsAsKnown(client, asOf, entries), next };
    },
    meta: { live: 'told' },
    placeholderData: keepPreviousData,
  });
}
