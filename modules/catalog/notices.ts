import { viewOf } from '../kernel/documents/view.ts';
import { type Notices, notices, topic } from '../kernel/notices.ts';
import type { ReadModels } from '../kernel/read-models.ts';
import type { Tool } from './contract.ts';
import type { ToolEvent } from './events.ts';
import type { ReviewOfTool } from './read-models/tool-ratings.ts';
import { tools } from './read-models/tools.ts';

/** Times a second that whoever watches a tool is told of it at most. */
const perSecond = 4;

/** What the catalog tells browsers: how many pieces of a tool are left, how it is rated, and that it is another one. */
export function catalogNotices(readModels: ReadModels): Notices {
  const shown = viewOf(readModels, tools);
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
      // Guarded as for GETs (find): what was put back to an older state is no answer here either, and is asked for again.
      const found = await Promise.all(ids.map((id) => shown.find(id)));
      const told = ({ _id: toolId, Available, version, retired, Ratings, reviews, stars }: Tool, asOf: bigint) => ({
        toolId,
        Available,
        version,
        retired,
        Ratings,
        reviews,
        stars,
        position: `${asOf}`,
      });
      return new Map(found.flatMap(({ document, asOf }) => (document ? [[document._id, told(document, asOf)]] : [])));
    },
  });
  return notices({ shownBy: [tools], topics: [changed] });
}
