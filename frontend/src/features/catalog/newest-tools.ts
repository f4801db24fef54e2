import type { QueryClient } from '@tanstack/react-query';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { newestOf } from '../../lib/newest.ts';
import { patchCached } from '../../lib/patch-cached.ts';

const newest = newestOf<Tool>();

/** The tools of an answer as they are known now. What is shown elsewhere of one of them is no older after it. */
export function toolsAsKnown(client: QueryClient, asOf: bigint, tools: readonly Tool[]): Tool[] {
  const known = tools.map((tool) => newest.answered(client, tool._id, asOf, tool));
  showStock(client, new Set(known.map(({ _id }) => _id)));
  return known;
}

/** What a notice says of a tool's stock. */
export function hearStock(client: QueryClient, id: string, position: bigint, Available: number): void {
  if (newest.told(client, id, position, { Available })) showStock(client, new Set([id]));
}

/** A tool, a list of them, or a page of one: as the queries of tools keep them. */
type Kept = Tool | readonly Tool[] | { readonly entries: readonly Tool[] };

function showStock(client: QueryClient, ids: ReadonlySet<string>): void {
  const asKnown = (tool: Tool): Tool => {
    if (!ids.has(tool._id)) return tool;
    const { Available } = newest.latest(client, tool._id, tool);
    return Available === tool.Available ? tool : { ...tool, Available };
  };
  const allAsKnown = (tools: readonly Tool[]) => {
    const next = tools.map(asKnown);
    return next.every((tool, place) => tool === tools[place]) ? tools : next;
  };
  const change = (kept: Kept): Kept => {
    if (isList(kept)) return allAsKnown(kept);
    if (!('entries' in kept)) return asKnown(kept);
    const entries = allAsKnown(kept.entries);
    return entries === kept.entries ? kept : { ...kept, entries };
  };
  patchCached(client, { queryKey: ['tools'] }, change);
  patchCached(client, { queryKey: ['tool'] }, change);
}

const isList = (kept: Kept): kept is readonly Tool[] => Array.isArray(kept);
