import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { digest } from '../../../modules/kernel/encoding/derived.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import type { SandboxStore } from '../../payments/sandbox/keeping/store.ts';
import { paymentSandbox } from '../../payments/sandbox/payment-sandbox.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { addTool, confirmInSandbox, orderOf, signIn, signUp } from '../../testing/api-client.ts';
import { asOften } from '../../testing/as-often.ts';
import { type Watch, watchedEventStore, watchedSandboxStore } from '../../testing/logs/watched-store.ts';
import { type RunningShop, startShop } from '../../testing/running-shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'every-write-'));
const added = 10;
const pieces = 2;
const price = 39.98;
const back = 10;
const minute = 60_000;
/** By this clock the provider is asked after what its messages have not told. */
let now = Date.now();
/** Whether the provider's messages come; else they are lost, and sent again. */
let areHeard = true;

type Cut = { readonly name: string; readonly dataDir: string; readonly at: number };
const cuts: Cut[] = [];
let buyerEmail: string;
let toolId: string;

/** A shop on this folder, by the test's clock, and what its provider has. */
async function open(dataDir: string, watch: Watch = () => {}): Promise<RunningShop & { store: SandboxStore }> {
  let store: SandboxStore | undefined;
  const shop = await startShop(
    { DATA_DIR: dataDir, SEED: 'demo', TIMERS_EVERY: '20ms', LOG_LEVEL: 'silent' },
    {
      now: () => new Date(now),
      passwords: quickPasswords,
      around: (inner) => watchedEventStore(inner, watch),
      openSandbox(options) {
        store = options.store;
        const watched = watchedSandboxStore(options.store, watch);
        const webhookUrl = () => (areHeard ? options.webhookUrl() : 'http://127.0.0.1:9');
        const clock = () => new Date(now);
        return paymentSandbox({ ...options, store: watched, webhookUrl, clock, retryDelay: () => 20 });
      },
    },
  );
  if (!store) throw new Error('A shop in test has a sandbox.');
  return { ...shop, store };
}

/** The disk as a process leaves it that is killed now. */
function cutHere(dataDir: string, when: string, what: string, former: { seen?: string }): void {
  const files = readdirSync(dataDir).filter((name) => !name.endsWith('-shm'));
  const kept = files.filter((name) => /^(events|sandbox)\.db/.test(name));
  const seen = digest(...kept.map((name) => readFileSync(join(dataDir, name)).toString('latin1')));
  if (seen === former.seen) return;
  former.seen = seen;
  const name = `${cuts.length + 1}, ${when} ${what}`;
  const copy = join(folder, `cut-${cuts.length + 1}`);
  for (const file of files) cpSync(join(dataDir, file), join(copy, file));
  cuts.push({ name, dataDir: copy, at: now });
}

/**
 * Orders, pays, and has a part given back; an order that is deleted on the payment page before. Each call has its key, so
 * that all of it can be done again by who does not know how far it came.
 */
async function carryOut(origin: string): Promise<Booking> {
  const buyer = await signIn(origin, buyerEmail);
  const admin = await signIn(origin, demoAdmin.email, demoPassword);
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
  const order = async (key: string) => {
    const body = orderOf(buyer, toolId, price, { quantity: pieces });
    const place = (as: string) => buyer.post<{ insertedId: string }>('/booking', body, keyed(as));
    const placed = await place(key);
    // Pieces whose order never came were given back meanwhile, and such an order cannot come late.
    const again = placed.status === 409 ? await place(`${key} anew`) : placed;
    expect(again.status).toBe(201);
    return again.body.insertedId;
  };
  const begin = (bookingId: string) =>
    buyer.post<{ clientSecret: string }>('/create-payment-intent', { price, bookingId });
  const given = await order('order that is given up');
  const page = await begin(given);
  expect([200, 404, 409]).toContain(page.status);
  await buyer.delete(`/booking/${given}`, keyed('give it up'));
  expect((await buyer.get(`/booking/${given}`)).status).toBe(404);

  const bookingId = await order('order');
  const { status, body } = await begin(bookingId);
  if (status === 200) await confirmInSandbox(origin, body.clientSecret, '4242424242424242');
  const booking = async () => (await buyer.get<Booking>(`/booking/${bookingId}`)).body;
  await vi.waitFor(async () => expect((await booking()).paid).toBe(true), { timeout: 60_000, interval: 5 });
  const refund = { amount: back, reason: 'It is bent.', restock: 1 };
  const refunded = await admin.post(`/booking/${bookingId}/refund`, refund, keyed('refund'));
  expect(refunded.status).toBe(202);
  await vi.waitFor(async () => expect((await booking()).refunded).toBe(back), { timeout: 60_000, interval: 5 });
  return booking();
}

/** What the provider has of it, and what the shop says. */
async function accounts(shop: RunningShop & { store: SandboxStore }) {
  const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  const orders = (await admin.get<Booking[]>('/booking')).body.filter((each) => each.toolId === toolId);
  const { Available } = (await admin.get<Tool>(`/tool/${toolId}`)).body;
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const intents = shop.store.list('intents', { limit: 100 });
  const paid = intents.flatMap((intent) => (intent.status === 'succeeded' ? [intent] : []));
  const restocked = shop.store.list('refunds', { limit: 100 }).length > 0 ? 1 : 0;
  return {
    provider: { taken: sum(paid.map(({ amount }) => amount)), back: sum(paid.map(({ refunded }) => refunded)) },
    shop: {
      taken: Math.round(100 * sum(orders.map((order) => (order.paid ? order.price : 0)))),
      back: Math.round(100 * sum(orders.map(({ refunded }) => refunded ?? 0))),
    },
    pieces: { out: added - Available, ordered: pieces * orders.length, restocked },
  };
}

/** Time passes, in which nobody calls, until what the provider has and what the shop says is the same. */
async function expectAgreed(shop: RunningShop & { store: SandboxStore }): Promise<void> {
  for (let waited = 0; ; waited++) {
    now += minute;
    await setTimeout(20);
    const { provider, shop: said, pieces } = await accounts(shop);
    try {
      expect(said).toEqual(provider);
      expect([pieces.ordered, pieces.ordered - 1]).toContain(pieces.out);
      return;
    } catch (reason) {
      if (waited > 100) throw reason;
    }
  }
}

beforeAll(async () => {
  const dataDir = join(folder, 'whole');
  let isWatched = false;
  const former = {};
  const shop = await open(dataDir, (when, what) => {
    if (isWatched) cutHere(dataDir, when, what, former);
  });
  const buyer = await signUp(shop.origin);
  buyerEmail = buyer.email;
  toolId = await addTool(await signIn(shop.origin, demoAdmin.email, demoPassword), {
    Available: added,
    PerPrice: 19.99,
  });
  isWatched = true;
  await carryOut(shop.origin);
  isWatched = false;
  await shop.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a shop that was killed between any two writes of an order, its payment and its refund', () => {
  it('agrees with the provider once it was asked, and is told the rest by who tries again', async () => {
    expect(cuts.length).toBeGreaterThan(20);
    // Every second one by `npm test`, all of them by `npm run test:thorough`.
    for (const { name, dataDir, at } of cuts.filter((_, place) => place % asOften(2, 1) === 0)) {
      now = at;
      areHeard = false;
      const shop = await open(dataDir);
      try {
        await expectAgreed(shop);
        areHeard = true;
        const { paid, refunded, status } = await carryOut(shop.origin);
        expect({ paid, refunded, status }, name).toEqual({ paid: true, refunded: back, status: 'paid' });
        await expectAgreed(shop);
        expect(await accounts(shop), name).toEqual({
          provider: { taken: 3998, back: 1000 },
          shop: { taken: 3998, back: 1000 },
          pieces: { out: 1, ordered: 2, restocked: 1 },
        });
      } catch (reason) {
        throw new Error(`Killed at ${name}`, { cause: reason });
      } finally {
        await shop.end();
      }
    }
  }, 480_000);
});
