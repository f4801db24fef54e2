import { join } from 'node:path';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { openEventStoreDB } from '../event-store/eventstoredb.ts';
import { openRedisReadModels } from '../read-models/redis.ts';
import { pause } from '../runtime/time/pause.ts';
import { type RunningRedis, startRedis } from '../testing/redis.ts';
import { type ChildServer, startChild } from './child-server.ts';
import { wholeAgain } from './emptied.ts';
import { bareAppends, overAndOver } from './engine-stores.ts';
import { allTried, type Figure, type Figures, tried } from './figures/figure.ts';
import { inTheMiddle, inTurn } from './figures/rounds.ts';
import { conditionOf, spending } from './figures/spending.ts';
import { type FullShop, openFullShop } from './logs/shelves.ts';
import { type OrderTargets, ordersOf, placeOrders } from './orders.ts';
import { ownFolder } from './own-folder.ts';
import { readPages } from './pages.ts';
import { fill, newOrder, replaySpeed } from './replay.ts';

/** How long a log is replayed into Redis, and how often. */
const replayed = 50_000;
const rounds = 3;
const doubled = "a double of EventStoreDB that keeps everything in memory: not the real server's figures";

/** On a double only what the shop itself spends says anything about the real server: two appends of 350 µs. */
const targets: Record<'real' | 'double', OrderTargets> = {
  real: {
    spread: { perSecond: 1_500, p99: 150, cpu: 700 },
    hotOfMany: { perSecond: 2_000, p99: 300, p99ofMedian: 4 },
  },
  double: { spread: { cpu: 700 }, hotOfMany: { p99ofMedian: 4 } },
};

/**
 * The shop on EventStoreDB and Redis, beside the bare clients on the same servers: the EventStoreDB at the address, or
 * the double in a process of its own, and a redis-server that is started for it and writes an append-only file.
 */
export async function benchEngines(seconds: number, address: string | undefined): Promise<Figures> {
  const folder = ownFolder('inventory-engines-');
  const redis = await startRedis({ appendonly: true });
  const double = address === undefined ? await startChild('event-store-server.ts', []) : undefined;
  const events = address ?? double?.origin ?? '';
  try {
    const must = targets[double ? 'double' : 'real'];
    const figures = [
      ...(await allTried('the shop', () => wholeShop({ seconds, events, redis, folder, must }))),
      ...(await allTried('the stores', () => stores(seconds, events, redis))),
    ];
    return { on: `${double ? doubled : 'the EventStoreDB at TEST_EVENTSTOREDB_URL'}; a redis-server here`, figures };
  } finally {
    await double?.stop();
    await redis.stop();
  }
}

async function wholeShop(on: {
  readonly seconds: number;
  readonly events: string;
  readonly redis: RunningRedis;
  readonly folder: string;
  readonly must: OrderTargets;
}): Promise<Figure[]> {
  const { seconds, events, redis, folder, must } = on;
  const settings = { EVENT_STORE: events, READ_MODELS: redis.url, DATA_DIR: folder };
  const shop = await openFullShop(settings);
  const bare = await startChild('bare-server.ts', [join(folder, 'bare.db')]);
  try {
    return [
      ...(await allTried('pages', () => readPages(shop, bare, seconds))),
      ...(await allTried('orders', () => placeOrders(shop, bare, seconds, must))),
      await spentByRedis(seconds, shop, redis),
      await spentElsewhere(seconds, shop, settings),
      await wholeAgain(shop, redis, events),
    ];
  } finally {
    await shop.stop();
    await bare.stop();
  }
}

/** What an order takes of the processor of the one Redis. */
function spentByRedis(seconds: number, shop: FullShop, redis: RunningRedis): Promise<Figure> {
  return tried('Redis’ processor, an order', async () => {
    const before = await spent();
    const { answers } = await ordersOf(shop, { seconds });
    const value = ((await spent()) - before) / answers;
    return { ours: { amount: { value, unit: 'µs' } }, note: 'spread over 5,000 tools, with its append-only file' };
  });

  async function spent(): Promise<number> {
    const [said] = await redis.call('INFO', 'cpu');
    const of = (what: string) => Number(new RegExp(`${what}:([\\d.]+)`).exec(String(said))?.[1]) * 1e6;
    return of('used_cpu_sys') + of('used_cpu_user');
  }
}

/** What an order takes of the processor of a node that was not asked for it: it follows the log, and folds what others commit first. */
function spentElsewhere(seconds: number, shop: FullShop, settings: Readonly<Record<string, string>>): Promise<Figure> {
  return tried('another node’s processor, an order', async () => {
    const other = await startChild('shop-server.ts', [], { SEED: 'demo', PORT: '0', ...settings });
    try {
      await untilQuiet(other);
      const { cpu = 0, loop = 0 } = await spending(other, async () => {
        const placed = await ordersOf(shop, { seconds });
        await pause(500); // Until it has heard of all of them.
        return placed;
      });
      const note = `${Math.round(loop)} µs of it the event loop’s`;
      return { ours: { amount: { value: cpu, unit: 'µs' } }, note };
    } finally {
      await other.stop();
    }
  });
}

/** What a node reads for its reactors after it has begun is no order's: until it has taken a twentieth of a processor, or for a minute. */
async function untilQuiet(node: ChildServer): Promise<void> {
  const look = 1_000;
  for (let [looks, before] = [0, await conditionOf(node)]; looks < 60; looks++) {
    await pause(look);
    const now = await conditionOf(node);
    if (now.cpu - before.cpu < (look * 1_000) / 20) return;
    before = now;
  }
}

async function stores(seconds: number, address: string, redis: RunningRedis): Promise<Figure[]> {
  const store = openEventStoreDB({ address, prefix: 'bench-' });
  const bare = bareAppends(address);
  try {
    const append = await tried(
      'append of an order',
      async () => ({
        ...(await inTurn(
          seconds,
          (length) => overAndOver(length, () => store.append(...newOrder())),
          (length) => overAndOver(length, bare.append),
        )),
        beside: 'the bare client, one small event',
      }),
      { ofBare: 0.45 },
    );
    const replay = await tried('replay into Redis, events', () => replays(store, bare, redis), { ofBare: 0.8 });
    return [append, replay];
  } finally {
    await bare.close();
    await store.close();
  }
}

/**
 * The same events replayed and read alone, in turn, of which the middle one of each counts: the first replay of a process is
 * compiled while it runs. Those of before are left out, also for whoever reads alone: what the bare client has appended is
 * small and soon read, and what shops wrote is sealed with keys that nobody here asks for.
 */
async function replays(
  store: EventStore,
  bare: ReturnType<typeof bareAppends>,
  redis: RunningRedis,
): Promise<Omit<Figure, 'what'>> {
  const from = await store.head();
  await fill(store, replayed);
  const [ours, read]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    await redis.flush();
    ours.push(await replaySpeed(store, () => openRedisReadModels({ address: redis.url, prefix: 'bench-' }), from));
    read.push(await bare.readSpeed(from));
  }
  const note = `the same ${replayed.toLocaleString('en-US')} events`;
  return {
    ours: { perSecond: inTheMiddle(ours) },
    bare: { perSecond: inTheMiddle(read) },
    beside: 'reading alone',
    note,
  };
}
