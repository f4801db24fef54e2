import { FewAtOnce } from '../kernel/concurrency/few-at-once.ts';
import type { Module } from '../kernel/module.ts';
import type { Forgetting } from './forget-person.ts';
import { ownDataRoutes } from './own-data-routes.ts';
import { type PersonWiring, personRoutes } from './person-routes.ts';
import { forgetPerson } from './reactors/forget-person.ts';
import { wipeReadModels } from './reactors/wipe-read-models.ts';

/** How many downloads of all that is held of somebody are made at once: each reads some hundred orders at a time. */
const mostExports = { inAll: 8, each: 1 };

/** What people may have of the shop: their data, and to be forgotten; and what admins do about people. */
export function peopleModule(
  wiring: Forgetting &
    PersonWiring & {
      /** Takes off the disk what the read models show no more. */
      readonly wipe: () => Promise<void>;
    },
): Module {
  const exports = new FewAtOnce({
    ...mostExports,
    refusal: 'Such a file is being made for you already, or too many others are. Please try again in a moment.',
  });
  return {
    name: 'people',
    routes: [...ownDataRoutes({ ...wiring, exports }), ...personRoutes({ ...wiring, exports })],
    projections: [],
    reactors: [forgetPerson(wiring), wipeReadModels(wiring.wipe)],
    timers: [],
  };
}
