import type { AccountHolders } from '../identity/contract.ts';
import type { Module } from '../kernel/module.ts';
import type { People } from '../users/contract.ts';
import type { Forgetting } from './forget-person.ts';
import { forgetPerson } from './reactors/forget-person.ts';
import { wipeReadModels } from './reactors/wipe-read-models.ts';
import { peopleRoutes } from './routes.ts';

/** What people may have of the shop: their data, and to be forgotten. */
export function peopleModule(
  wiring: Forgetting & {
    readonly accounts: AccountHolders;
    readonly people: People;
    readonly now: () => Date;
    /** Takes off the disk what the read models show no more. */
    readonly wipe: () => Promise<void>;
  },
): Module {
  return {
    name: 'people',
    routes: peopleRoutes(wiring),
    projections: [],
    reactors: [forgetPerson(wiring), wipeReadModels(wiring.wipe)],
    timers: [],
  };
}
