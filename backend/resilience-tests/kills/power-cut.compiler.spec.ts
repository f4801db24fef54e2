import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { type ApiClient, addTool, orderOf, payInSandbox, signIn, signUp } from '../../testing/api-client.ts';
import { asOften } from '../../testing/as-often.ts';
import { openKeptData } from '../../testing/logs/kept-data.ts';
import { type DiskTrace, traceDisk } from '../../testing/power-cut/disk-trace.ts';
import { type RunningShop, startShop } from '../../testing/running-shop.ts';
import { startShopProcess } from '../../testing/shop-process.ts';
import { pagesOf } from '../../testing/shops/pages-of.ts';
import { withoutBounds } from '../../testing/shops/without-bounds.ts';
import { seededRandom } from './seeded-random.ts';

const added = 1_000_000;
const price = 19.99;
/** How often the power is cut, in either way. */
const cuts = asOften(1, 10);
const phone = '+1 555 0100';
/** Orders that never came are given up at once after the cut; before it a busy machine has its time. */
const short = { SEED: 'demo', TIMERS_EVERY: '100ms', RESERVATION_GRACE: '1ms' };
const { random, seed } = seededRandom('POWER_SEED');

let disk: DiskTrace;
let toolId: string;

/** What the shop has said yes to, and how far the record of its disk went when it did. */
const said = {
  open: Number.POSITIVE_INFINITY,
  ordered: new Map<string, number>(),
  deletionAsked: new Map<string, number>(),
  deleted: new Map<string, number>(),
  paid: new Map<string, number>(),
};

// Two lives of one shop: the first is ended in peace and the second killed, so that both ends of a log are cut.
beforeAll(async () => {
  disk = traceDisk();
  const data = { DATA_DIR: join(disk.folder, 'data'), SEED: 'demo' };
  const settings = { ...data, PORT: '0', LOG_LEVEL: 'error', ...withoutBounds, ...disk.environment };
  for (const end of ['SIGTERM', 'SIGKILL'] as const) {
    const shop = await startShopProcess(settings);
    try {
      const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
      toolId ??= await addTool(admin, { Available: added, PerPrice: price });
      said.open = Math.min(said.open, disk.reached());
      const buyers = await Promise.all([1, 2, 3, 4].map(() => signUp(shop.origin)));
      await Promise.all(buyers.map((buyer) => buy(buyer, asOften(10, 15))));
    } finally {
      await shop.end(end);
    }
  }
});
afterAll(() => disk?.remove());

describe(`a shop whose power was cut (POWER_SEED=${seed})`, () => {
  it('has all that it acknowledged, at the end', () => expectKept(disk.reached()));

  for (let cut = 1; cut <= cuts; cut++) {
    it(`has all that it acknowledged, at any moment, cut ${cut}`, () => expectKept(random() * disk.reached()));
  }

  for (let cut = 1; cut <= cuts; cut++) {
    it(`has all that it acknowledged, with parts of what was being written, cut ${cut}`, () => {
      const share = random();
      return expectKept(random() * disk.reached(), () => random() < share);
    });
  }

  it('would have lost it on a disk that keeps nothing, which shows that this is noticed', () => {
    const nothing = disk.afterCut({ at: disk.reached(), ignoresSyncs: true });
    const lookOnce: Look = (look) => look();
    return expect(expectKeptIn(nothing, disk.reached(), lookOnce)).rejects.toThrow('to deeply equal []');
  });
});

/** Orders one piece after the other; takes back some, pays some. */
async function buy(buyer: ApiClient, orders: number): Promise<void> {
  for (let count = 1; count <= orders; count++) {
    const { body, status, text } = await buyer.post<{ insertedId: string }>(
      '/booking',
      orderOf(buyer, toolId, price, { phone }),
    );
    expect(status, text).toBe(201);
    const id = body.insertedId;
    said.ordered.set(id, disk.reached());
    if (count % 5 === 3) {
      expect(await payInSandbox(buyer, id, price)).toBe(200);
      said.paid.set(id, disk.reached());
    }
    if (count % 4 !== 0 || said.paid.has(id)) continue;
    said.deletionAsked.set(id, disk.reached());
    expect((await buyer.delete(`/booking/${id}`)).status).toBe(200);
    said.deleted.set(id, disk.reached());
  }
}

function expectKept(at: number, hasArrived?: () => boolean): Promise<void> {
  return expectKeptIn(disk.afterCut({ at, hasArrived }), at);
}

type Look = (look: () => Promise<void>) => Promise<void>;
const lookPatiently: Look = (look) => vi.waitFor(look, { timeout: 30_000, interval: 50 });

/** Opens a shop on what the disk holds, and looks for all that was acknowledged before the cut. */
async function expectKeptIn(folder: string, at: number, look = lookPatiently): Promise<void> {
  const shop = await startShop({ ...short, DATA_DIR: join(folder, 'data') });
  try {
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    if (at >= said.open) await look(() => expectAllThere(admin, at));
  } finally {
    await shop.close();
  }
  await expectRebuilt(shop);
}

async function expectAllThere(admin: ApiClient, at: number): Promise<void> {
  const before = (when: ReadonlyMap<string, number>) => [...when].flatMap(([id, then]) => (then <= at ? [id] : []));
  const listed = (await pagesOf<Booking>(admin, '/booking')).flat();
  const orders = new Map(listed.filter((order) => order.toolId === toolId).map((order) => [order._id, order]));
  const asked = new Set(before(said.deletionAsked));
  expect(before(said.ordered).filter((id) => !orders.has(id) && !asked.has(id))).toEqual([]);
  expect(before(said.deleted).filter((id) => orders.has(id))).toEqual([]);
  expect(before(said.paid).filter((id) => !orders.get(id)?.paid && !asked.has(id))).toEqual([]);
  // What is sealed can be read: the keys are there as well.
  expect(new Set([...orders.values()].map((order) => order.phone))).toEqual(new Set(orders.size > 0 ? [phone] : []));
  expect((await admin.get<Tool>(`/tool/${toolId}`)).body.Available).toBe(added - orders.size);
}

async function expectRebuilt({ dataDir }: RunningShop): Promise<void> {
  const kept = await openKeptData(dataDir);
  expect(await kept.shown()).toEqual(await kept.rebuilt());
  await kept.close();
}
