import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { Module } from '../../../modules/kernel/module.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import { operationsModule } from '../../../modules/operations/index.ts';
import type { NodeFeed } from '../../feed/node-feed.ts';
import { ParkedDecisions } from '../../feed/parked/parked-decisions.ts';
import type { HistoryFeed } from '../../history-index/history-feed.ts';
import type { Standing } from '../../http/health.ts';
import type { Log } from '../../runtime/logging/log.ts';
import { parkedForAdmins } from '../../status/parked-for-admins.ts';
import { Presence, saidEvery } from '../../status/presence.ts';
import { ShopStatus } from '../../status/shop-status.ts';
import type { HeldKeys } from '../keys/held-keys.ts';
import type { Config } from '../settings/config.ts';
import { madeAnewIn } from '../stores/made-anew-in.ts';
import { firstStepsOf } from './first-steps-of.ts';
import { tellingOf } from './history-of.ts';

type Parts = {
  readonly modules: readonly Module[];
  readonly plainStore: EventStore;
  readonly readModels: ReadModels;
  readonly feed: NodeFeed;
  /** The projections that are being made, by what they are stored as. */
  readonly preparing: () => readonly string[];
  readonly history: HistoryFeed | undefined;
  /** Where this node listens. */
  readonly address: () => string;
  readonly standing: () => Standing;
  /** Live connections. */
  readonly connections: () => number;
  readonly keys: HeldKeys;
  readonly sealing: { readonly alarm: string | undefined };
  readonly log: Log;
  readonly now: () => Date;
};

/** What operators are told and decide in the browser, and what tells other nodes that this one is there. */
export function operationsOf(config: Config, parts: Parts) {
  const { modules, plainStore, readModels, feed, preparing, history, address, standing, connections, keys, log, now } =
    parts;
  const { sealing } = parts;
  const kinds = {
    events: config.EVENT_STORE === undefined ? 'SQLite' : 'EventStoreDB',
    readModels: config.READ_MODELS === undefined ? 'SQLite' : 'Redis',
  } as const;
  const presence = new Presence({
    every: saidEvery[kinds.events],
    records: plainStore.records,
    node: { id: randomUUID(), host: hostname(), pid: process.pid, startedAt: now().toISOString() },
    address,
    state: () => ({
      standing: standing(),
      behind: behindIn(feed.standing),
      stopped: feed.stopped.length,
      connections: connections(),
      keys: { reads: [...keys.said.reads], writes: [...keys.said.writes] },
    }),
    log,
  });
  const status = new ShopStatus({
    store: plainStore,
    readModels,
    feed,
    presence,
    projections: modules.flatMap(({ projections }) => projections),
    preparing,
    indexed: () => history && { reached: history.reached, wrong: history.wrong },
    kinds,
    sealEvery: config.SEAL_EVERY,
    sealAlarm: () => sealing.alarm,
    now,
  });
  const decisions = new ParkedDecisions({ store: plainStore, makeAnew: madeAnewIn(config, log), now });
  const module = operationsModule({
    status: () => status.now(),
    firstSteps: firstStepsOf(config, readModels),
    parked: parkedForAdmins(decisions, tellingOf(modules)),
  });
  return {
    module,
    start: () => presence.start(),
    /** The node's standing is another. */
    changed: () => presence.changed(),
    close: () => presence.close(),
  };
}

/** How far the one is behind that is furthest behind, in positions; 0 while nobody knows how far the log goes. */
function behindIn({ end, projections }: NodeFeed['standing']): number {
  if (end === undefined) return 0;
  return projections.reduce((most, { position }) => Math.max(most, Number(end > position ? end - position : 0n)), 0);
}
