import type { Commands } from '../kernel/commands.ts';
import type { InTurn } from '../kernel/concurrency/in-turn.ts';
import { viewOf } from '../kernel/documents/view.ts';
import type { Module } from '../kernel/module.ts';
import type { ReadModels } from '../kernel/read-models.ts';
import type { WantedPictures } from '../pictures/contract.ts';
import type { ToolNames, ToolScreens } from './contract.ts';
import { everyTool } from './every-tool.ts';
import { catalogHistory } from './history.ts';
import { catalogNotices } from './notices.ts';
import { tools } from './read-models/tools.ts';
import { catalogRoutes } from './routes.ts';
import { ToolSearch } from './search/tool-search.ts';
import type { Stock } from './stock/contract.ts';
import { stockOf } from './stock/stock.ts';
import { toolScreen } from './tool-screen.ts';

/** Tools, what they cost and how many are left. */
export function catalogModule(wiring: {
  commands: Commands;
  readModels: ReadModels;
  currency: string;
  /** Resolves once GETs of this node show what the log holds at this moment; left out where nobody searches. */
  caughtUp?: () => Promise<unknown>;
  searchInTurn: InTurn;
  /** Where pictures may come from, beside this site; undefined for any host. */
  imageHosts?: readonly string[];
  pictures: WantedPictures;
}): Module &
  ToolNames &
  ToolScreens & {
    readonly stock: Stock;
    /** The addresses of the pictures that tools show, those that are retired too. */
    readonly shownPictures: () => AsyncIterable<readonly string[]>;
  } {
  const view = viewOf(wiring.readModels, tools);
  const search = new ToolSearch({
    tools: view,
    caughtUp: wiring.caughtUp ?? (async () => true),
    inTurn: wiring.searchInTurn,
  });
  return {
    name: 'catalog',
    routes: catalogRoutes({ ...wiring, tools: view, search }),
    projections: [tools],
    reactors: [],
    timers: [],
    followers: [search],
    history: [catalogHistory],
    notices: catalogNotices(wiring.readModels),
    stock: stockOf(wiring.commands),
    screenOf: (toolId, currency) => toolScreen(view, toolId, currency),
    nameOf: async (toolId) => (await view.get(toolId))?.name,
    async *shownPictures() {
      await wiring.caughtUp?.();
      for await (const page of everyTool(view)) yield page.flatMap(({ img, pictures = [] }) => [img, ...pictures]);
    },
  };
}
