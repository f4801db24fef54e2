import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { getPage, withQuery } from '../../lib/api.ts';
import { toolsAsKnown } from './newest-tools.ts';

/** Fills whole rows of a grid of two, three or four columns. */
export const toolsPerPage = 12;

export type ToolsWanted = { search: string; sort: string; after: string };

export function toolsQuery(wanted: ToolsWanted) {
  return queryOptions({
    queryKey: ['tools', wanted],
    queryFn: async ({ client, signal }) => {
      const path = withQuery('/tool', { ...wanted, limit: toolsPerPage });
      const { entries, next, asOf } = await getPage<Tool>(path, { signal });
      return { entries: toolsAsKnown(client, asOf, entries), next };
    },
    meta: { live: 'told' },
    placeholderData: keepPreviousData,
  });
}
