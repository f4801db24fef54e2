import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { Module } from '../../../modules/kernel/module.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import { dropRunOut } from '../../builds/drop-run-out.ts';
import type { ShownBuilds } from '../../builds/shown-builds.ts';
import { NodeFeed } from '../../feed/node-feed.ts';
import { parkingCutDecisions } from '../../feed/parked/cut-decisions.ts';
import { ParkedEvents } from '../../feed/parked/parked-events.ts';
import type { PassedOverEvents } from '../../feed/parked/passed-over-events.ts';
import { parkingUnreadDecisions } from '../../feed/parked/unread-decisions.ts';
import { ProjectionRunner } from '../../feed/projection-runner.ts';
import { SharedPages } from '../../feed/reactions/shared-pages.ts';
import { ReactorRunner } from '../../feed/reactor-runner.ts';
import type { MakeAnew } from '../../feed/rebuilding/held-documents.ts';
import type { Log } from '../../runtime/logging/log.ts';

/**
 * What follows the log for these modules.
 * @param builds.shown told which builds of projections GETs show
 * @param builds.passedOver what the store hands to nobody, and is to be parked
 * @param builds.putBack told once that the log was put back to an earlier state, or is another
 * @param builds.makeAnew has read models made anew while they are shown
 * @param builds.keptFor milliseconds for which a build is fed that GETs do not show
 */
export function feedOf(
  modules: readonly Module[],
  store: EventStore,
  readModels: ReadModels,
  log: Log,
  now: () => Date,
  builds: {
    readonly shown?: ShownBuilds;
    readonly keptFor?: number;
    readonly passedOver?: PassedOverEvents;
    readonly putBack?: () => void;
    readonly makeAnew?: MakeAnew;
  } = {},
) {
  const parked = new ParkedEvents(store, now);
  const all = modules.flatMap((module) => module.projections);
  const projections = new ProjectionRunner(all, readModels, store, parked, builds.shown, builds.makeAnew);
  const pages = new SharedPages(store);
  const reactors = modules
    .flatMap((module) => module.reactors)
    .map((reactor) => new ReactorRunner(reactor, { store, pages, parked, log, now }));
  const { keptFor, passedOver, putBack } = builds;
  const timers = [
    ...modules.flatMap((module) => module.timers),
    parkingUnreadDecisions({ store, parked, log }),
    parkingCutDecisions({ store, parked, log }),
    ...(passedOver ? [passedOver.parking(parked)] : []),
    ...(keptFor === undefined ? [] : [dropRunOut({ store, projections: all, keptFor })]),
  ];
  return new NodeFeed({ store, projections, reactors, timers, parked, log, now, ...(putBack && { putBack }) });
}
