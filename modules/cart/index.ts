import type { Commands } from '../kernel/commands.ts';
import { viewOf } from '../kernel/documents/view.ts';
import type { Holdings } from '../kernel/holdings.ts';
import type { Module } from '../kernel/module.ts';
import type { ReadModels } from '../kernel/read-models.ts';
import { cartHistory } from './history.ts';
import { cartHoldings } from './holdings.ts';
import { takeOrderedOut } from './reactors/take-ordered.ts';
import { carts as cartsProjection } from './read-models/carts.ts';
import { cartRoutes } from './routes.ts';

/** What people would like to order, in their accounts. */
export function cartModule(wiring: {
  commands: Commands;
  readModels: ReadModels;
  now: () => Date;
}): Module & { readonly holdings: Holdings } {
  const { commands, readModels, now } = wiring;
  const carts = viewOf(readModels, cartsProjection);
  return {
    name: 'cart',
    routes: cartRoutes({ commands, carts, now }),
    projections: [cartsProjection],
    reactors: [takeOrderedOut(commands)],
    timers: [],
    history: [cartHistory],
    holdings: cartHoldings({ commands, carts }),
  };
}
