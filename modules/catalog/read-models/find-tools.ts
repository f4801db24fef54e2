import type { View } from '../../kernel/view.ts';
import type { Tool, ToolOrder, ToolsQuery } from '../contract.ts';
import type { FoundTools, ToolSearch } from '../search/tool-search.ts';

/**
 * The tools that a query asks for, as JSON texts: all of them by name, or those that a search finds, the best first, unless it
 * says otherwise.
 */
export function findTools(
  { tools, search: searching }: { readonly tools: View<Tool>; readonly search: ToolSearch },
  { search, sort, limit, after, signal }: ToolsQuery & { readonly signal?: AbortSignal },
): Promise<FoundTools> {
  const isDescending = sort?.startsWith('-') === true;
  const by = (isDescending ? sort?.slice(1) : sort) as ToolOrder | undefined;
  const order = isDescending ? 'descending' : 'ascending';
  if (search) return searching.find({ search, by, order, limit, after });
  return tools.texts({ index: by ?? 'name', key: '', order, limit, after, signal });
}
