import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { getDated } from '../../lib/api/api.ts';
import { toolsAsKnown } from '../../lib/live/newest-tools.ts';
import { knownFirst } from '../../lib/queries/known-first.ts';

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

let isTaken = false;

/** What came with the page is as good as an answer that came when the page did. It is taken once: it grows old. */
export function takeKnownTool(client: QueryClient): void {
  if (isTaken) return;
  isTaken = true;
  const { tool, asOf } = knownFirst();
  if (!tool || asOf === undefined) return;
  const [known] = toolsAsKnown(client, BigInt(asOf), [tool]);
  client.setQueryData(toolQuery(tool._id).queryKey, known, { updatedAt: performance.timeOrigin });
}
