import { everyPage } from '../kernel/documents/every-page.ts';
import type { View } from '../kernel/documents/view.ts';
import { type StockedTool, tools } from './read-models/tools.ts';

/**
 * All tools, those that are retired too, a page after the other. By their ids: by name, a tool that is renamed, retired or brought back
 * meanwhile would come twice or not at all.
 */
export function everyTool(view: Pick<View<StockedTool>, 'list'>): AsyncIterable<StockedTool[]> {
  const { index, key } = tools.every;
  return everyPage((query) => view.list(query), { index, key, order: 'ascending', limit: 200 });
}
