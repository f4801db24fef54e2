import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { type ApiClient, addTool, orderOf, signIn, signUp } from '../../testing/api-client.ts';
import { asOften } from '../../testing/as-often.ts';
import { type KeptData, openKeptData } from '../../testing/logs/kept-data.ts';
import { productionSettings, type ShopProcess, startShopProcess } from '../../testing/shop-process.ts';
import { pagesOf } from '../../testing/shops/pages-of.ts';
import { storesUnderTest } from '../../testing/shops/stores-under-test.ts';
import { mostNotYetApplied, mostRefused } from './promised-shares.ts';
import { seededRandom } from './seeded-random.ts';

const rounds = asOften(1, 20);
const clients = 6;
/** Answers to orders between two kills: a share of 20 says little of fewer. */
const [fewest, most] = [20, 40];
/** Orders that were taken between two kills, at least. */
const fewestOrders = 2;
const added = 1_000_000;
const pieces = 2;
const perPrice = 19.99;

type Ordered = { readonly insertedId: string; readonly detail?: string };

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

/** What the shop has answered to orders. Calls that nobody answered, because the process was gone, are not in it. */
const answers = { all: 0, notYetApplied: 0, refused: new Map<string, number>() };

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

  it('has taken nearly all that it was asked for, and failed at nothing', () => {
    const { all, notYetApplied } = answers;
    const refused = [...answers.refused.values()].reduce((sum, count) => sum + count, 0);
    console.log(`${all} answers, ${refused} refusals, ${notYetApplied} not shown at once:`, answers.refused);
    expect([...answers.refused.keys()].filter((reason) => !reason.startsWith('409 '))).toEqual([]);
    // Without these bounds a shop that refuses everything would lose nothing, and pass.
    expect(refused / all).toBeLessThanOrEqual(mostRefused);
    expect(notYetApplied / all).toBeLessThanOrEqual(mostNotYetApplied);
  });

  it('shows what a rebuild from the first event would show', async () => {
    expect(acknowledged.ordered.size).toBeGreaterThanOrEqual(rounds * fewestOrders);
    const { code } = await shop.end('SIGTERM');
    expect(code).toBe(0);
    expect(await kept.shown()).toEqual(await kept.rebuilt());
  });
});

async function killUnderLoad(): Promise<void> {
  const load = Array.from({ length: clients }, (_, n) => keepOrdering(shop.origin, buyers[n % buyers.length] ?? admin));
  const enough = answers.all + fewest + Math.ceil(random() * (most - fewest));
  // Of every round there is something to lose, however soon its kill comes.
  const some = acknowledged.ordered.size + fewestOrders;
  const isTime = () => {
    expect(answers.all).toBeGreaterThanOrEqual(enough);
    expect(acknowledged.ordered.size).toBeGreaterThanOrEqual(some);
  };
  await vi.waitFor(isTime, { timeout: 120_000, interval: 5 });
  // Any moment of the next orders, and not the one in which an answer came.
  await setTimeout(random() * 10);
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
      const { status, body, headers: said } = await buyer.post<Ordered>('/booking', order, { headers });
      answers.all++;
      if (said.get('event-applied') === 'false') answers.notYetApplied++;
      if (status !== 201) {
        const reason = `${status} ${body.detail}`;
        answers.refused.set(reason, (answers.refused.get(reason) ?? 0) + 1);
        continue;
      }
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
    { timeout: 60_000, interval: 50 },
  );
}

async function liveOrders(): Promise<Booking[]> {
  const orders = (await pagesOf<Booking>(admin.at(shop.origin), '/booking')).flat();
  return orders.filter((booking) => booking.toolId === toolId);
}
