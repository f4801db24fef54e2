import type { Module } from '../kernel/module.ts';
import type { Forgetting } from './forget-person.ts';
import { ownDataRoutes } from './own-data-routes.ts';
import { type PersonWiring, personRoutes } from './person-routes.ts';
import { forgetPerson } from './reactors/forget-person.ts';
import { wipeReadModels } from './reactors/wipe-read-models.ts';

/** What people may have of the shop: their data, and to be forgotten; and what admins do about people. */
export function peopleModule(
  wiring: Forgetting &
    PersonWiring & {
      /** Takes off the disk what the read models show no more. */
      readonly wipe: () => Promise<void>;
    },
): Module {
  return {
    name: 'people',
    routes: [...ownDataRoutes(wiring), ...personRoutes(wiring)],
    projections: [],
    reactors: [forgetPerson(wiring), wipeReadModels(wiring.wipe)],
    timers: [],
  };
}
