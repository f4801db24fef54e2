import { type Notices, notices, topic } from '../kernel/notices.ts';
import type { ReadModels } from '../kernel/read-models.ts';
import type { ToolEvent } from './events.ts';
import { tools } from './read-models/tools.ts';

/** Times a second that who watches a tool is told of it at most. */
const perSecond = 4;

/** What the catalog tells browsers: how many pieces of a tool are left. */
export function catalogNotices(readModels: ReadModels): Notices {
  const changed = topic<ToolEvent>({
    name: 'tool.changed',
    to: 'watchers',
    perSecond,
    on: {
      StockReserved: ({ data }) => data.toolId,
      StockReleased: ({ data }) => data.toolId,
      StockReturned: ({ data }) => data.toolId,
    },
    async latest(ids) {
      // Before the documents: a position that they are not older than.
      const position = `${(await readModels.checkpoint(tools.storedAs)) ?? 0n}`;
      const texts = await readModels.getMany(tools.storedAs, ids);
      const found = texts.flatMap((text) => (text === undefined ? [] : [tools.documentOf(text)]));
      return new Map(found.map(({ _id: toolId, Available }) => [toolId, { toolId, Available, position }]));
    },
  });
  return notices({ shownBy: [tools], topics: [changed] });
}
