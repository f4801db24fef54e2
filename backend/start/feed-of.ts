import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { Module } from '../../modules/kernel/module.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { NodeFeed } from '../feed/node-feed.ts';
import { ParkedEvents } from '../feed/parked-events.ts';
import { ProjectionRunner } from '../feed/projection-runner.ts';
import { ReactorRunner } from '../feed/reactor-runner.ts';
import { SharedPages } from '../feed/shared-pages.ts';
import type { Log } from '../runtime/log.ts';

/** What follows the log for these modules. */
export function feedOf(
  modules: readonly Module[],
  store: EventStore,
  readModels: ReadModels,
  log: Log,
  now: () => Date,
) {
  const parked = new ParkedEvents(store, now);
  const projections = new ProjectionRunner(
    modules.flatMap((module) => module.projections),
    readModels,
    store,
    parked,
  );
  const pages = new SharedPages(store);
  const reactors = modules
    .flatMap((module) => module.reactors)
    .map((reactor) => new ReactorRunner(reactor, { store, pages, parked, log, now }));
  const timers = modules.flatMap((module) => module.timers);
  return new NodeFeed({ store, projections, reactors, timers, parked, log, now });
}
