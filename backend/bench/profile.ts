import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasRedisServer } from '../testing/redis/redis-process.ts';
import { startRedis } from '../testing/redis.ts';
import { startChild } from './child-server.ts';
import type { Measured } from './figures/figure.ts';
import { conditionOf } from './figures/spending.ts';
import { type Parts, profilesIn, readProfile, scaledTo, sumOf, tableOfParts } from './figures/where-time-goes.ts';
import { underLoad } from './load.ts';
import { makeLog } from './logs/made-log.ts';
import { type FullShop, openFullShop } from './logs/shelves.ts';
import { ordersOf } from './orders.ts';

type Column = { readonly what: string; readonly parts: Parts; readonly times: number };

/**
 * `npm run bench -- profile`: where each microsecond of the event loop's thread goes, in a GET, an order and a replayed event:
 * by V8's sampling profiler, as shares of what the thread had of the processor. What other threads have is among the figures:
 * here the profiler has a thread, too.
 * @param seconds for which each is asked
 * @param orders in the log that is replayed
 */
export async function profile(folder: string, { seconds, orders }: { seconds: number; orders: number }) {
  const lines = await ofShop({ on: 'SQLite', settings: { DATA_DIR: join(folder, 'profiled') }, folder, seconds });
  if (hasRedisServer()) lines.push(...(await onEngines(folder, seconds)));
  return [...lines, ...(await ofReplay(folder, orders))];
}

async function onEngines(folder: string, seconds: number): Promise<string[]> {
  const redis = await startRedis({ appendonly: true });
  const double = await startChild('event-store-server.ts', []);
  try {
    const settings = { EVENT_STORE: double.origin, READ_MODELS: redis.url, DATA_DIR: join(folder, 'on-engines') };
    return await ofShop({ on: 'a double of EventStoreDB, and Redis', settings, folder, seconds });
  } finally {
    await double.stop();
    await redis.stop();
  }
}

async function ofShop(of: {
  readonly on: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly seconds: number;
}): Promise<string[]> {
  const { on, settings, folder, seconds } = of;
  const shop = await openFullShop(settings);
  try {
    const signedIn = { headers: await shop.authorization() };
    const page =
      (path: string, load = {}) =>
      (length: number) =>
        underLoad({ url: shop.origin + path, ...load }, { seconds: length });
    const asked = {
      'GET /tool?limit=10': page('/tool?limit=10'),
      'GET /tool/{id}': page(`/tool/${shop.toolIds[0]}`),
      'GET /user/{email}': page(`/user/${shop.admin.email}`, signedIn),
      'POST /booking': (length: number) => ordersOf(shop, { seconds: length }),
    };
    const columns: Column[] = [];
    for (const [what, measure] of Object.entries(asked)) {
      await measure(2);
      columns.push({ what, ...(await profiled(shop, folder, () => measure(seconds))) });
    }
    return [`\nOn ${on}\n`, ...tableOfParts(columns)];
  } finally {
    await shop.stop();
  }
}

async function profiled(shop: FullShop, folder: string, measure: () => Promise<Measured>) {
  const file = join(folder, 'of-the-shop.cpuprofile');
  const before = await conditionOf(shop);
  await shop.ask('begin to profile');
  const { answers } = await measure();
  await shop.ask(`profile to ${file}`);
  const after = await conditionOf(shop);
  return { parts: scaledTo(after.loop - before.loop, await readProfile(file)), times: answers };
}

/** A shop that has nothing but its log, which opens. */
async function ofReplay(folder: string, orders: number): Promise<string[]> {
  const dataDir = join(folder, 'replayed');
  const profiles = join(folder, 'profiles');
  await mkdir(dataDir);
  const { events } = await makeLog({ dataDir, orders });
  const flags = ['--cpu-prof', `--cpu-prof-dir=${profiles}`];
  const shop = await startChild('shop-server.ts', [], { DATA_DIR: dataDir, SEED: 'none', PORT: '0' }, flags);
  const { cpu } = await conditionOf(shop);
  await shop.stop();
  const all = await profilesIn(profiles);
  const profiled = all.reduce((total, parts) => total + sumOf(parts), 0);
  const threads = all.slice(0, 3).map((parts) => scaledTo((sumOf(parts) / profiled) * cpu, parts));
  const names = ['the event loop', 'the second thread', 'the third thread'];
  const columns = threads.map((parts, n) => ({ what: names[n] ?? '', parts, times: events }));
  return [`\nA replayed event, of ${events.toLocaleString('en-US')}\n`, ...tableOfParts(columns)];
}
