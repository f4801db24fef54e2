import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ToolSuggestion } from '../../../../../modules/catalog/search/contract.ts';
import { longestSuggested } from '../../../../../modules/kernel/wire/longest.ts';
import { get, withQuery } from '../../../lib/api/api.ts';

/** What somebody may be looking for who has typed this; nothing for what is no word yet. */
export function suggestionsQuery(typed: string) {
  const q = typed.trim().slice(0, longestSuggested);
  return queryOptions({
    queryKey: ['tool-suggestions', q.toLowerCase()],
    queryFn: ({ signal }) => get<ToolSuggestion[]>(withQuery('/tool/suggestions', { q }), { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
}
