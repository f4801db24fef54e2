import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Tool } from '../../../../../modules/catalog/contract.ts';
import { get, withQuery } from '../../../lib/api/api.ts';

/** So many are offered while one types. */
const mostOffered = 20;

/** Tools that an admin may mean, retired ones too: orders of them stay. */
export function toolChoiceQuery(email: string, typed: string) {
  return queryOptions({
    queryKey: ['private', email, 'tool-choice', typed],
    queryFn: ({ signal }) => get<Tool[]>(withQuery('/products', { search: typed, limit: mostOffered }), { signal }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    meta: { isForAdmins: true },
  });
}
