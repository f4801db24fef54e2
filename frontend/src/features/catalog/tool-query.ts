import { queryOptions } from '@tanstack/react-query';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { getDated } from '../../lib/api.ts';
import { toolsAsKnown } from './newest-tools.ts';

export function toolQuery(id: string) {
  return queryOptions({
    queryKey: ['tool', id],
    queryFn: async ({ client, signal }) => {
      const { body, asOf } = await getDated<Tool>(`/tool/${encodeURIComponent(id)}`, { signal });
      const [tool = body] = toolsAsKnown(client, asOf, [body]);
      return tool;
    },
    meta: { live: 'told' },
  });
}
