import { queryOptions } from '@tanstack/react-query';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { get } from '../api/api.ts';

/** What a tool is called that something is looked for of. */
export function toolNameQuery(id: string) {
  return queryOptions({
    queryKey: ['tool-name', id],
    queryFn: async ({ signal }) => (await get<Tool>(`/tool/${encodeURIComponent(id)}`, { signal })).name,
    enabled: id !== '',
    retry: false,
  });
}
