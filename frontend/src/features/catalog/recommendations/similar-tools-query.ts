import { queryOptions } from '@tanstack/react-query';
import type { Tool } from '../../../../../modules/catalog/contract.ts';
import { shortageOf } from '../../../../../modules/catalog/words/contract.ts';
import { getDated } from '../../../lib/api/api.ts';
import { toolsAsKnown } from '../../../lib/live/newest-tools.ts';

/** A row. */
const shown = 4;

/** What the shop says is near to a tool, and can be ordered. */
export function similarToolsQuery({ _id: id }: Pick<Tool, '_id'>) {
  return queryOptions({
    queryKey: ['tools', 'like', id],
    queryFn: async ({ client, signal }) => {
      const { body, asOf } = await getDated<Tool[]>(`/tool/${encodeURIComponent(id)}/related`, { signal });
      return toolsAsKnown(client, asOf, body)
        .filter((tool) => !shortageOf(tool))
        .slice(0, shown);
    },
    meta: { live: 'told' },
  });
}
