import { queryOptions } from '@tanstack/react-query';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { get } from '../../lib/api.ts';

export function toolQuery(id: string) {
  return queryOptions({
    queryKey: ['tool', id],
    queryFn: ({ signal }) => get<Tool>(`/tool/${encodeURIComponent(id)}`, { signal }),
  });
}
