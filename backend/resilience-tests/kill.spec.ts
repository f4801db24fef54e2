import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Booking } from '../../modules/booking/contract.ts';
import type { Tool } from '../../modules/catalog/contract.ts';
import { demoAdmin, demoPassword } from '../start/seed/seed.ts';
import { type ApiClient, addTool, orderOf, signIn, signUp } from '../testing/api-client.ts';
import { type KeptData, openKeptData } from '../testing/kept-data.ts';
import { productionSettings, type ShopProcess, startShopProcess } from '../testing/shop-process.ts';
import { storesUnderTest } from '../testing/stores-under-test.ts';
import { seededRandom } from './seeded-random.ts';

const rounds = 20;
const clients = 6;
const added = 1_000_000;
const pieces = 2;
const perPrice = 19.99;

const dataDir = mkdtempSync(join(tmpdir(), 'killed-'));
const { random, seed } = seededRandom('KILL_SEED');

let settings: Readonly<Record<string, string>>;
let shop: ShopProcess;
let admin: ApiClient;
let buyers: ApiClient[];
let toolId: string;
let kept: KeptData;

/** What the shop has said yes to. An order whose deletion was asked for without an answer may be there or not. */
const acknowledged = { ordered: new Set<string>(), deleted: new Set<string>(), deletionAsked: new Set<string>() };

beforeAll(async () => {
  const stores = await storesUnderTest(dataDir);
  const short = { TIMERS_EVERY: '100ms', RESERVATION_GRACE: '300ms' };
  settings = await productionSettings({ DATA_DIR: dataDir, SEED: 'demo', ...stores, ...short });
  shop = await startShopProcess(settings);
  admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  buyers = [await signUp(shop.origin), await signUp(shop.origin), await signUp(shop.origin)];
  toolId = await addTool(admin, { Available: added, PerPrice: perPrice });
  kept = await openKeptData(dataDir, stores);
});

afterAll(async () => {
  await shop?.end('SIGKILL');
  await kept?.close();
  rmSync(dataDir, { recursive: true });
});

describe(`a shop that is killed at any moment (KILL_SEED=${seed})`, () => {
  for (let round = 1; round <= rounds; round++) {
    it(`has lost nothing that it acknowledged, round ${round}`, async () => {
      await killUnderLoad();
      shop = await startShopProcess(settings);
      await expectEveryAnswerKept();
      await expectStockConserved();
    });
  }

  it('shows what a rebuild from the first event would show', async () => {
    expect(acknowledged.ordered.size).toBeGreaterThan(rounds);
    const { code } = await shop.end('SIGTERM');
    expect(code).toBe(0);
    expect(await kept.shown()).toEqual(await kept.rebuilt());
  });
});

async function killUnderLoad(): Promise<void> {
  const load = Array.from({ length: clients }, (_, n) => keepOrdering(shop.origin, buyers[n % buyers.length] ?? admin));
  const moment = 50 + random() * 350;
  await new Promise((resolve) => setTimeout(resolve, moment));
  await shop.end('SIGKILL');
  await Promise.all(load);
}

/** Orders, and deletes every fourth order again, until the shop no longer answers. */
async function keepOrdering(origin: string, who: ApiClient): Promise<void> {
  const buyer = who.at(origin);
  try {
    for (let count = 1; ; count++) {
      const order = orderOf(buyer, toolId, pieces * perPrice, { quantity: pieces });
      const headers = { 'idempotency-key': randomUUID() };
      const { status, body } = await buyer.post<{ insertedId: string }>('/booking', order, { headers });
      if (status !== 201) continue; // Given up by the short grace while the machine was busy.
      acknowledged.ordered.add(body.insertedId);
      if (count % 4 !== 0) continue;
      acknowledged.deletionAsked.add(body.insertedId);
      const deletion = await buyer.delete(`/booking/${body.insertedId}`);
      expect(deletion.status).toBe(200);
      acknowledged.deleted.add(body.insertedId);
    }
  } catch (reason) {
    if (!(reason instanceof TypeError)) throw reason; // What fetch throws when the connection is gone.
  }
}

async function expectEveryAnswerKept(): Promise<void> {
  const there = new Set((await liveOrders()).map(({ _id }) => _id));
  const missing = [...acknowledged.ordered].filter((id) => !there.has(id) && !acknowledged.deletionAsked.has(id));
  expect(missing).toEqual([]);
  expect([...acknowledged.deleted].filter((id) => there.has(id))).toEqual([]);
}

/** What is left and what is in orders is what was added, as soon as orders that never came have been given up. */
async function expectStockConserved(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { body } = await admin.at(shop.origin).get<Tool>(`/tool/${toolId}`);
      const ordered = (await liveOrders()).reduce((sum, { quantity }) => sum + quantity, 0);
      expect(body.Available + ordered).toBe(added);
    },
    { timeout: 10_000, interval: 50 },
  );
}

async function liveOrders(): Promise<Booking[]> {
  const { status, body } = await admin.at(shop.origin).get<Booking[]>('/booking');
  expect(status).toBe(200);
  return body.filter((booking) => booking.toolId === toolId);
}
