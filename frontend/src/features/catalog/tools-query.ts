import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { getPage, withQuery } from '../../lib/api.ts';

/** Fills whole rows of a grid of two, three or four columns. */
export const toolsPerPage = 12;

export type ToolsWanted = { search: string; sort: string; after: string };

export function toolsQuery(wanted: ToolsWanted) {
  return queryOptions({
    queryKey: ['tools', wanted],
    queryFn: ({ signal }) => getPage<Tool>(withQuery('/tool', { ...wanted, limit: toolsPerPage }), { signal }),
    placeholderData: keepPreviousData,
  });
}
