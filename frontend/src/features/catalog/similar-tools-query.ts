import { queryOptions } from '@tanstack/react-query';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { getDated, withQuery } from '../../lib/api.ts';
import { shortageOf } from '../../lib/stock.ts';
import { toolsAsKnown } from './newest-tools.ts';

/** Searches and cards: a row, and few questions for it. */
const mostWords = 3;
const found = 12;
const shown = 4;

type Like = Pick<Tool, '_id' | 'name' | 'PerPrice'>;

/** Tools on the shelves that share a word of the name; where they are too few, what costs about as much. */
export function similarToolsQuery(tool: Like) {
  return queryOptions({
    queryKey: ['tools', 'like', tool._id],
    queryFn: async ({ client, signal }) => {
      const ask = async (query: Record<string, string>) => {
        const { body, asOf } = await getDated<Tool[]>(withQuery('/tool', { ...query, limit: found }), { signal });
        return toolsAsKnown(client, asOf, body);
      };
      const [inStock = [], ...alike] = await Promise.all([
        ask({ sort: '-Available' }),
        ...wordsOf(tool.name).map((search) => ask({ search })),
      ]);
      return closest(tool, alike, inStock).slice(0, shown);
    },
    meta: { live: 'told' },
  });
}

/** The longest words say most: "Bearing", not "6204-2RS". */
function wordsOf(name: string): string[] {
  const words = name.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return [...new Set(words)].toSorted((a, b) => b.length - a.length).slice(0, mostWords);
}

function closest({ _id, PerPrice }: Like, alike: Tool[][], inStock: Tool[]): Tool[] {
  const shared = new Map<string, number>();
  for (const tool of alike.flat()) shared.set(tool._id, (shared.get(tool._id) ?? 0) + 1);
  const all = new Map([...alike.flat(), ...inStock].map((tool) => [tool._id, tool]));
  const wordsOfIt = (tool: Tool) => shared.get(tool._id) ?? 0;
  const farOff = (tool: Tool) => Math.abs(tool.PerPrice - PerPrice);
  return [...all.values()]
    .filter((tool) => tool._id !== _id && !shortageOf(tool))
    .toSorted((a, b) => wordsOfIt(b) - wordsOfIt(a) || farOff(a) - farOff(b));
}
