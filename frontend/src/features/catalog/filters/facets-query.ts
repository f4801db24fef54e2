import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ToolFacets } from '../../../../../modules/catalog/search/contract.ts';
import { get, withQuery } from '../../../lib/api/api.ts';
import { withFilters } from './filters.ts';

/** How many tools each value of a filter would show. Not under 'tools': these are no tools that notices could patch. */
export function facetsQuery(search: string, filters: string) {
  return queryOptions({
    queryKey: ['tool-facets', search, filters],
    queryFn: ({ signal }) => get<ToolFacets>(withFilters(withQuery('/tool/facets', { search }), filters), { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}
