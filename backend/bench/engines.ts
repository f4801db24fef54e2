import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventStoreDB } from '../event-store/eventstoredb.ts';
import { openRedisReadModels } from '../read-models/redis.ts';
import { startRedis } from '../testing/redis.ts';
import { startChild } from './child-server.ts';
import { bareAppends, overAndOver } from './engine-stores.ts';
import { type Figure, type Figures, tried } from './figure.ts';
import { placeOrders } from './orders.ts';
import { readPages } from './pages.ts';
import { fill, newOrder, replaySpeed } from './replay.ts';
import { openFullShop } from './shelves.ts';

const replayed = 20_000;
const doubled = "a double of EventStoreDB that keeps everything in memory: not the real server's figures";

/**
 * The shop on EventStoreDB and Redis, beside the bare clients on the same servers: the EventStoreDB at the address, or
 * the double in a process of its own, and a redis-server that is started for it and writes an append-only file.
 */
export async function benchEngines(seconds: number, address: string | undefined): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'inventory-engines-'));
  const redis = await startRedis({ appendonly: true });
  const double = address === undefined ? await startChild('event-store-server.ts', []) : undefined;
  const events = address ?? double?.origin ?? '';
  try {
    const figures = [
      ...(await wholeShop(seconds, events, redis.url, folder)),
      ...(await stores(seconds, events, redis.url)),
    ];
    return { on: `${double ? doubled : 'the EventStoreDB at TEST_EVENTSTOREDB_URL'}; a redis-server here`, figures };
  } finally {
    await double?.stop();
    await redis.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function wholeShop(seconds: number, events: string, redis: string, folder: string): Promise<Figure[]> {
  const shop = await openFullShop({ EVENT_STORE: events, READ_MODELS: redis, DATA_DIR: folder });
  const bare = await startChild('bare-server.ts', []);
  try {
    return [...(await readPages(shop, bare, seconds)), ...(await placeOrders(shop, undefined, seconds))];
  } finally {
    await shop.stop();
    await bare.stop();
  }
}

async function stores(seconds: number, address: string, redis: string): Promise<Figure[]> {
  const store = openEventStoreDB({ address, prefix: 'bench-' });
  const bare = bareAppends(address);
  try {
    const append = await tried('append of an order', async () => ({
      ours: await overAndOver(seconds, () => store.append(...newOrder())),
      bare: await overAndOver(seconds, bare.append),
      beside: 'the bare client',
    }));
    const replay = await tried('replay into Redis, events', async () => {
      // What shops wrote before is sealed with keys that nobody here asks for.
      const from = await store.head();
      await fill(store, replayed);
      const readModels = () => openRedisReadModels({ address: redis, prefix: 'bench-' });
      const ours = { perSecond: await replaySpeed(store, readModels, from) };
      return { ours, bare: { perSecond: await bare.readSpeed() }, beside: 'reading alone' };
    });
    return [append, replay];
  } finally {
    await bare.close();
    await store.close();
  }
}
