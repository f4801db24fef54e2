import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { Gauge, Reading } from '../../modules/kernel/gauge.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import type { NodeFeed } from '../feed/node-feed.ts';

export type Node = {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly feed: NodeFeed;
  readonly liveConnections: () => number;
  /** How many wait, by what for. */
  readonly queues: Readonly<Record<string, () => number>>;
  readonly isServing: () => boolean;
};

/** What operators watch of a node: how far it is, what waits, and what is away. */
export function nodeGauges({ store, readModels, feed, liveConnections, queues, isServing }: Node): Gauge[] {
  /** In positions: nobody who asks knows how many of them are events of the shop. */
  const behind = async <Of extends { readonly position: bigint }>(
    all: readonly Of[],
    labels: (of: Of) => Reading['labels'],
  ) => {
    // What EventStoreDB has behind the shop's last event is not the shop's, and nobody is behind because of it.
    const head = feed.standing.end ?? (await store.head());
    return all.map((of) => ({ labels: labels(of), value: Number(head > of.position ? head - of.position : 0n) }));
  };
  return [
    { name: 'inventory_serving', help: '1 between opening and going.', read: () => [{ value: Number(isServing()) }] },
    {
      name: 'inventory_store_reachable',
      help: '1 while a store answers this node.',
      labels: ['store'],
      read: () =>
        Promise.all([
          reachable('events', () => store.head()),
          reachable('read models', () => readModels.projections()),
        ]),
    },
    {
      name: 'inventory_store_writable',
      help: '0 from a write for which the disk of the event log had no room until one for which it has.',
      read: () => [{ value: Number(store.hasRoom?.() ?? true) }],
    },
    {
      name: 'inventory_log_position',
      help: 'How far the log goes: events with SQLite, bytes with EventStoreDB.',
      read: async () => [{ value: Number(await store.head()) }],
    },
    {
      name: 'inventory_projection_lag_positions',
      help: 'How far behind the log a projection is at this node, in positions of the log. 0: GETs show all of it.',
      labels: ['projection'],
      read: () => behind(feed.standing.projections, ({ projection }) => ({ projection })),
    },
    {
      name: 'inventory_projection_stopped',
      help: '1 for a projection that stands still and waits for an operator.',
      labels: ['projection'],
      read() {
        const stopped = new Set(feed.stopped.map(({ projection }) => projection));
        return feed.standing.projections.map(({ projection }) => ({
          labels: { projection },
          value: Number(stopped.has(projection)),
        }));
      },
    },
    {
      name: 'inventory_reactor_lag_positions',
      help: 'How far behind the log a reactor is, in positions of the log.',
      labels: ['reactor'],
      read: () => behind(feed.standing.reactors, ({ reactor }) => ({ reactor })),
    },
    {
      name: 'inventory_reactions_outstanding',
      help: 'Events that a reactor has begun with and is not done with.',
      labels: ['reactor'],
      read: () =>
        feed.standing.reactors.map(({ reactor, outstanding }) => ({ labels: { reactor }, value: outstanding })),
    },
    {
      name: 'inventory_parked_events',
      help: 'Events that somebody could not do with, by what becomes of them.',
      labels: ['state'],
      read: () =>
        ['parked', 'waiting', 'retry'].map((state) => ({
          labels: { state },
          value: feed.parked.filter((event) => event.state === state).length,
        })),
    },
    {
      name: 'inventory_live_connections',
      help: 'Live connections of browsers to this node.',
      read: () => [{ value: liveConnections() }],
    },
    {
      name: 'inventory_queue_length',
      help: 'How many wait or are being dealt with, by what for.',
      labels: ['queue'],
      read: () => Object.entries(queues).map(([queue, length]) => ({ labels: { queue }, value: length() })),
    },
  ];
}

async function reachable(store: string, ask: () => Promise<unknown>): Promise<Reading> {
  const value = await ask().then(
    () => 1,
    () => 0,
  );
  return { labels: { store }, value };
}
