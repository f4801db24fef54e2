import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventStoreDB } from '../event-store/eventstoredb.ts';
import { openRedisReadModels } from '../read-models/redis.ts';
import { addTool, orderOf, signIn } from '../testing/api-client.ts';
import { startRedis } from '../testing/redis.ts';
import { startChild } from './child-server.ts';
import { bareAppends, bareReads, overAndOver } from './engine-stores.ts';
import { type Measured, underLoad } from './load.ts';
import { fill, newOrder, replaySpeed } from './replay.ts';

const replayed = 20_000;
const doubled = "a double of EventStoreDB that keeps everything in memory: not the real server's figures";

export type EngineRow = {
  readonly what: string;
  readonly ours: Measured | number;
  readonly bare: Measured | number | undefined;
};

/** What the figures were measured on, and they themselves. */
export type Engines = { readonly on: string; readonly rows: readonly EngineRow[] };

/**
 * The shop on EventStoreDB and Redis, beside the bare clients on the same servers: the EventStoreDB at the address, or
 * the double in a process of its own, and a redis-server that is started for it and writes an append-only file.
 */
export async function benchEngines(seconds: number, address: string | undefined): Promise<Engines> {
  const folder = await mkdtemp(join(tmpdir(), 'inventory-engines-'));
  const redis = await startRedis({ appendonly: true });
  const double = address === undefined ? await startChild('event-store-server.ts', []) : undefined;
  const events = address ?? double?.origin ?? '';
  try {
    const rows = [...(await http(seconds, events, redis.url, folder)), ...(await stores(seconds, events, redis.url))];
    return { on: `${double ? doubled : 'the EventStoreDB at TEST_EVENTSTOREDB_URL'}; a redis-server here`, rows };
  } finally {
    await double?.stop();
    await redis.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function http(seconds: number, events: string, redis: string, folder: string): Promise<EngineRow[]> {
  const stores = { EVENT_STORE: events, READ_MODELS: redis };
  const shop = await startChild('shop-server.ts', [], { ...stores, DATA_DIR: folder, SEED: 'demo', PORT: '0' });
  const bare = await bareReads(redis);
  try {
    const admin = await signIn(shop.origin, 'admin@inventory.dev', 'inventory');
    const toolId = await addTool(admin, { Available: 1_000_000_000 });
    const headers = { authorization: `Bearer ${admin.token}` };
    const order = {
      url: `${shop.origin}/booking`,
      method: 'POST',
      headers,
      body: orderOf(admin, toolId, 19.99),
    } as const;
    return [
      {
        what: 'GET /tool/{id}, beside HGET',
        ours: await underLoad({ url: `${shop.origin}/tool/${toolId}` }, seconds),
        bare: await overAndOver(seconds, bare.read),
      },
      { what: 'POST /booking', ours: await underLoad(order, seconds), bare: undefined },
    ];
  } finally {
    await shop.stop();
    await bare.close();
  }
}

async function stores(seconds: number, address: string, redis: string): Promise<EngineRow[]> {
  const store = openEventStoreDB({ address, prefix: 'bench-' });
  const bare = bareAppends(address);
  try {
    const append: EngineRow = {
      what: 'append of an order, two events, beside one event',
      ours: await overAndOver(seconds, () => store.append(...newOrder())),
      bare: await overAndOver(seconds, bare.append),
    };
    // What shops wrote before is sealed with keys that nobody here asks for.
    const from = await store.head();
    await fill(store, replayed);
    const readModels = () => openRedisReadModels({ address: redis, prefix: 'bench-' });
    const replay: EngineRow = {
      what: 'replay into Redis, events, beside reading them alone',
      ours: await replaySpeed(store, readModels, from),
      bare: await bare.readSpeed(),
    };
    return [append, replay];
  } finally {
    await bare.close();
    await store.close();
  }
}
