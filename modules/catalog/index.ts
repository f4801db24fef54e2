import type { Commands } from '../kernel/commands.ts';
import type { Module } from '../kernel/module.ts';
import type { ReadModels } from '../kernel/read-models.ts';
import { viewOf } from '../kernel/view.ts';
import type { Stock } from './contract.ts';
import { catalogNotices } from './notices.ts';
import { tools } from './read-models/tools.ts';
import { catalogRoutes } from './routes.ts';
import { stockOf } from './stock.ts';

/** Tools, what they cost and how many are left. */
export function catalogModule(wiring: {
  commands: Commands;
  readModels: ReadModels;
  currency: string;
  /** Where pictures may come from, beside this site; undefined for any host. */
  imageHosts?: readonly string[];
}): Module & { readonly stock: Stock } {
  return {
    name: 'catalog',
    routes: catalogRoutes({ ...wiring, tools: viewOf(wiring.readModels, tools) }),
    projections: [tools],
    reactors: [],
    timers: [],
    notices: catalogNotices(wiring.readModels),
    stock: stockOf(wiring.commands),
  };
}
