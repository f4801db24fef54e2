import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { type EventStoreDouble, startEventStoreDouble } from '../../doubles/eventstoredb/event-store-double.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { type ApiClient, addTool, signIn, signUp } from '../../testing/api-client.ts';
import { asOften } from '../../testing/as-often.ts';
import { type KeptData, openKeptData } from '../../testing/logs/kept-data.ts';
import { type RunningRedis, startRedis } from '../../testing/redis.ts';
import { productionSettings } from '../../testing/shop-process.ts';
import { pagesOf } from '../../testing/shops/pages-of.ts';
import { thoroughly } from '../../testing/thoroughly.ts';
import { StubbornClient } from '../visitors/stubborn-client.ts';
import { Acknowledged, keepBuying, price } from './busy-buyer.ts';
import { mostNotYetApplied } from './promised-shares.ts';
import { seededRandom } from './seeded-random.ts';
import { type ShopNodes, startShopNodes } from './shop-nodes.ts';

const nodeCount = 3;
const buyerCount = asOften(3, 6);
const stock = { plenty: 100_000, scarce: 5 };
/** How many writes are answered between one trouble and the next. */
const writesBetween = asOften(10, 12);
const { random, of, seed } = seededRandom('NODES_SEED');
const dataDir = mkdtempSync(join(tmpdir(), 'nodes-'));
const said = new Acknowledged();

// The double, also where there is a real EventStoreDB: it has to misbehave.
let events: EventStoreDouble;
let redis: RunningRedis;
let nodes: ShopNodes;
let kept: KeptData;
let admin: ApiClient;
let people: readonly ApiClient[];
let plenty: string;
let scarce: string;

beforeAll(async () => {
  [events, redis] = await Promise.all([startEventStoreDouble(), startRedis({ appendonly: true })]);
  const stores = { EVENT_STORE: events.url, READ_MODELS: redis.url };
  const but = { DATA_DIR: dataDir, SEED: 'demo', TIMERS_EVERY: '200ms', LOG_LEVEL: 'silent' };
  nodes = await startShopNodes(nodeCount, await productionSettings({ ...stores, ...but }));
  const origin = anyOrigin();
  admin = await signIn(origin, demoAdmin.email, demoPassword);
  people = await Promise.all(Array.from({ length: buyerCount }, () => signUp(origin)));
  plenty = await addTool(admin, { Available: stock.plenty, PerPrice: price });
  scarce = await addTool(admin, { Available: stock.scarce, PerPrice: price });
  kept = await openKeptData(dataDir, stores);
});

afterAll(async () => {
  await nodes?.endAll('SIGKILL');
  await kept?.close();
  await events?.stop();
  await redis?.stop();
  rmSync(dataDir, { recursive: true });
});

const troubles: { readonly [what: string]: () => Promise<void> } = {
  'a node is killed and started again': async () => {
    const node = Math.floor(random() * nodeCount);
    await nodes.end(node, 'SIGKILL');
    await more();
    await nodes.start(node);
  },
  'Redis is emptied': () => redis.flush(),
  'Redis is restarted': () => redis.restart(),
  'Redis is away for a while': async () => {
    await redis.kill();
    await refused('/tool');
    await redis.start();
  },
  'all subscriptions are dropped': async () => {
    events.misbehave.dropSubscriptions();
  },
  'the answers of appends are lost': async () => events.misbehave.loseAppendAnswers(3),
  'EventStoreDB is restarted': () => events.restart(),
  'EventStoreDB is away for a while': async () => {
    await events.misbehave.goAway();
    await refused('/health/ready');
    await events.misbehave.comeBack();
  },
};

describe(`three nodes on one EventStoreDB and one Redis (NODES_SEED=${seed})`, () => {
  it('begin together with one set of demo data', async () => {
    for (const { origin } of nodes.open().values()) {
      const tools = (await admin.at(origin).get<Tool[]>('/tool')).body.map(({ name }) => name);
      expect(new Set(tools).size).toBe(tools.length - 1); // Two are of this test, and have one name.
      expect((await admin.at(origin).get<unknown[]>('/reviews')).body).toHaveLength(6);
    }
  });

  it('keep every promise through all sorts of trouble', async () => {
    await underLoad(async () => {
      const all = Array.from({ length: asOften(1, 2) }, () => Object.entries(troubles)).flat();
      for (const [what, happens] of all.toSorted(() => random() - 0.5)) {
        await happens().catch((reason: unknown) => Promise.reject(new Error(what, { cause: reason })));
        await more();
      }
    });
    await expectPromisesKept();
  }, 480_000);

  thoroughly(
    'lose nothing while they are restarted one after the other',
    async () => {
      await underLoad(async () => {
        for (let node = 0; node < nodeCount; node++) {
          const ended = await nodes.end(node, 'SIGTERM');
          expect(ended?.code).toBe(0);
          await more();
          await nodes.start(node);
          await more();
        }
      });
      await expectPromisesKept();
    },
    480_000,
  );
});

/** Lets everybody buy while something happens, and ends when what they began has been answered. */
async function underLoad(happens: () => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const load = Promise.all(
    people.map((who, n) => {
      const buyer = new StubbornClient(who, nodes, of(n + 1));
      return keepBuying(buyer, who, { tools: [plenty, plenty, scarce], said, signal: stop.signal });
    }),
  );
  try {
    await Promise.race([happens(), load]);
  } finally {
    stop.abort();
    await load;
  }
}

/** Resolves when a node has answered that it cannot do this now. */
function refused(path: string): Promise<void> {
  const status = async () => (await admin.at(anyOrigin()).get(path)).status;
  return vi.waitFor(async () => expect(await status()).toBe(503), { timeout: 60_000, interval: 20 });
}

/** Resolves when some more writes have been answered. */
function more(): Promise<void> {
  const from = said.writes;
  return vi.waitFor(() => expect(said.writes).toBeGreaterThanOrEqual(from + writesBetween), {
    timeout: 120_000,
    interval: 20,
  });
}

/** As soon as the nodes have caught up with whatever happened last. */
function expectPromisesKept(): Promise<void> {
  const { writes, orders, deleted, soldOut } = said;
  const counts = `${writes} writes: ${orders.size} orders, ${deleted.size} deleted, ${soldOut} sold out`;
  console.log(`${counts}; ${said.notYetApplied} not shown at once`);
  // Without this bound a shop that never waits would pass: what is not shown yet is not looked up.
  expect(said.notYetApplied / writes, counts).toBeLessThanOrEqual(mostNotYetApplied);
  expect(Math.min(soldOut, deleted.size)).toBeGreaterThan(0);
  return vi.waitFor(everyNodeKeptThem, { timeout: 120_000, interval: 500 });
}

async function everyNodeKeptThem(): Promise<void> {
  expect(nodes.open().size).toBe(nodeCount);
  for (const { origin } of nodes.open().values()) {
    const here = admin.at(origin);
    const orders = (await pagesOf<Booking>(here, '/booking')).flat();
    const there = Object.fromEntries(orders.map(({ _id, toolId }) => [_id, toolId]));
    expect(there).toEqual(Object.fromEntries(said.orders));
    for (const [toolId, added] of [
      [plenty, stock.plenty],
      [scarce, stock.scarce],
    ] as const) {
      const left = (await here.get<Tool>(`/tool/${toolId}`)).body.Available;
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + orders.filter((order) => order.toolId === toolId).length).toBe(added);
    }
  }
  expect(await kept.shown()).toEqual(await kept.rebuilt());
}

function anyOrigin(): string {
  const [node] = nodes.open().values();
  return node?.origin ?? '';
}
