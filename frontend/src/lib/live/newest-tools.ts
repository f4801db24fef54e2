import type { QueryClient } from '@tanstack/react-query';
import type { Tool, ToolChanged } from '../../../../modules/catalog/contract.ts';
import { patchCached } from '../queries/patch-cached.ts';
import { newestOf } from './newest.ts';

const newest = newestOf<Tool>();

/** What notices tell of a tool. */
export type Told = Pick<ToolChanged, 'Available' | 'Ratings' | 'reviews' | 'stars'>;

/** The tools of an answer as they are known now. What is shown elsewhere of one of them is no older after it. */
export function toolsAsKnown(client: QueryClient, asOf: bigint, tools: readonly Tool[]): Tool[] {
  const known = tools.map((tool) => newest.answered(client, tool._id, asOf, tool));
  showNewest(client, new Set(known.map(({ _id }) => _id)));
  return known;
}

/** What a notice says of a tool's stock and of its rating. False for what is older than what is known. */
export function hearTool(client: QueryClient, id: string, position: bigint, told: Told): boolean {
  const isNew = newest.told(client, id, position, told as Partial<Tool>);
  if (isNew) showNewest(client, new Set([id]));
  return isNew;
}

/** Asks anew for everything that shows the tool in another version than this. */
export function fetchOthers(client: QueryClient, id: string, now: Pick<Partial<Tool>, 'version' | 'retired'>): void {
  const isOther = (tool: Tool) => tool._id === id && (tool.version !== now.version || tool.retired !== now.retired);
  for (const key of [['tools'], ['tool']]) {
    for (const [queryKey, kept] of client.getQueriesData<Kept>({ queryKey: key })) {
      if (kept && toolsIn(kept).some(isOther)) client.invalidateQueries({ queryKey, exact: true });
    }
  }
}

/** A tool, a list of them, or a page of one: as the queries of tools keep them. */
type Kept = Tool | readonly Tool[] | { readonly entries: readonly Tool[] };

function showNewest(client: QueryClient, ids: ReadonlySet<string>): void {
  const asKnown = (tool: Tool) => (ids.has(tool._id) ? newest.latest(client, tool._id, tool) : tool);
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

function toolsIn(kept: Kept): readonly Tool[] {
  if (isList(kept)) return kept;
  return 'entries' in kept ? kept.entries : [kept];
}

const isList = (kept: Kept): kept is readonly Tool[] => Array.isArray(kept);
