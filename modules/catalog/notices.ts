import { type Notices, notices, topic } from '../kernel/notices.ts';
import type { ReadModels } from '../kernel/read-models.ts';
import type { Tool } from './contract.ts';
import type { ToolEvent } from './events.ts';
import type { ReviewOfTool } from './read-models/tool-ratings.ts';
import { tools } from './read-models/tools.ts';

/** Times a second that who watches a tool is told of it at most. */
const perSecond = 4;

/** What the catalog tells browsers: how many pieces of a tool are left, how it is rated, and that it is another one. */
export function catalogNotices(readModels: ReadModels): Notices {
  const changed = topic<ToolEvent | ReviewOfTool>({
    name: 'tool.changed',
    to: 'watchers',
    perSecond,
    on: {
      StockReserved: ({ data }) => data.toolId,
      StockReleased: ({ data }) => data.toolId,
      StockReturned: ({ data }) => data.toolId,
      StockAdjusted: ({ data }) => data.toolId,
      ToolDetailsChanged: ({ data }) => data.toolId,
      ToolRepriced: ({ data }) => data.toolId,
      ToolRetired: ({ data }) => data.toolId,
      ToolReturned: ({ data }) => data.toolId,
      ReviewAdded: ({ data }) => data.toolId,
      ReviewHidden: ({ data }) => data.toolId,
      ReviewShown: ({ data }) => data.toolId,
    },
    async latest(ids) {
      // Before the documents: a position that they are not older than.
      const position = `${(await readModels.checkpoint(tools.storedAs)) ?? 0n}`;
      const texts = await readModels.getMany(tools.storedAs, ids);
      const found = texts.flatMap((text) => (text === undefined ? [] : [tools.documentOf(text)]));
      const told = ({ _id: toolId, Available, version, retired, Ratings, reviews, stars }: Tool) => ({
        toolId,
        Available,
        version,
        retired,
        Ratings,
        reviews,
        stars,
        position,
      });
      return new Map(found.map((tool) => [tool._id, told(tool)]));
    },
  });
  return notices({ shownBy: [tools], topics: [changed] });
}
