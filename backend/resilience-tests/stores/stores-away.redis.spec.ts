import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { type EventStoreDouble, startEventStoreDouble } from '../../doubles/eventstoredb/event-store-double.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { ApiClient, addTool, orderOf, type Reply, signIn } from '../../testing/api-client.ts';
import { live } from '../../testing/clients/live-client.ts';
import { ownTime } from '../../testing/measuring/own-time.ts';
import { type RunningRedis, startRedis } from '../../testing/redis.ts';
import { type RunningShop, startShop } from '../../testing/running-shop.ts';
import { samplesIn } from '../../testing/shops/metrics.ts';
import { thoroughly } from '../../testing/thoroughly.ts';

const price = 19.99;
const review = { review: 'Good hammers', description: 'They hit nails.' };

// The double, also where there is a real EventStoreDB: it has to go away, and to misbehave.
let events: EventStoreDouble;
let redis: RunningRedis;
let shop: RunningShop;
let admin: ApiClient;
let toolId: string;

beforeAll(async () => {
  [events, redis] = await Promise.all([startEventStoreDouble(), startRedis()]);
  const stores = { EVENT_STORE: events.url, READ_MODELS: redis.url };
  shop = await startShop({ ...stores, SEED: 'demo', LOG_LEVEL: 'silent' });
  admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  toolId = await addTool(admin, { Available: 1_000, PerPrice: price });
});
afterAll(async () => {
  await shop?.end();
  await events?.stop();
  await redis?.stop();
});

type Inserted = { insertedId: string };
const order = (key: string = randomUUID()) =>
  admin.post<Inserted>('/booking', orderOf(admin, toolId, price), { headers: { 'idempotency-key': key } });
const left = async () => (await admin.get<Tool>(`/tool/${toolId}`)).body.Available;
const orders = async () => (await admin.get<Booking[]>('/booking')).body.filter((each) => each.toolId === toolId);

/** The call is answered 503, and that it can be tried again, in time. */
async function expectRefused(call: Promise<Reply<unknown>>, within: number): Promise<void> {
  const took = ownTime();
  const { status, headers, body } = await call;
  expect(took()).toBeLessThan(within);
  expect(body).toMatchObject({ status: 503, title: 'Service Unavailable' });
  expect({ status, after: headers.get('retry-after') }).toEqual({ status: 503, after: '1' });
}

/** Anybody is told that something is away, and whoever may read the metrics which of the stores it is. */
async function expectAway(store: 'events' | 'read models'): Promise<void> {
  const somebody = new ApiClient(shop.origin);
  expect(await somebody.get('/health/ready')).toMatchObject({ status: 503, text: '{"status":"not ready"}' });
  const { text } = await somebody.get('/metrics');
  const reachable = samplesIn(text).filter(({ name }) => name === 'inventory_store_reachable');
  expect(reachable.filter(({ value }) => value === 0).map(({ labels }) => labels.store)).toEqual([store]);
}

/** Nothing is lost, and nothing is there that should not be; as soon as all is well again. */
function expectWellAgain(expected: { readonly orders: number }): Promise<void> {
  return vi.waitFor(
    async () => {
      expect((await admin.get('/health/ready')).status).toBe(200);
      expect(await orders()).toHaveLength(expected.orders);
      expect(await left()).toBe(1_000 - expected.orders);
    },
    { timeout: 60_000, interval: 50 },
  );
}

describe('while Redis', () => {
  const needRedis: { readonly [name: string]: () => Promise<Reply<unknown>> } = {
    'GET /tool': () => admin.get('/tool'),
    'GET /tool/{id}': () => admin.get(`/tool/${toolId}`),
    'GET /booking': () => admin.get('/booking'),
    'GET /user': () => admin.get('/user'),
    'POST /booking': () => order(),
    'POST /reviews': () => admin.post('/reviews', review),
  };

  it('is away, what needs it is refused within a second, and well again by itself', async () => {
    await order();
    const { length } = await orders();
    const open = await live(shop.origin, admin.token);
    await redis.kill();
    await expect(live(shop.origin, admin.token)).rejects.toMatchObject({ problem: { status: 503 } });
    for (const call of Object.values(needRedis)) await expectRefused(call(), 1_000);
    expect((await admin.get('/health/live')).status).toBe(200);
    await expectAway('read models');
    expect((await admin.get('/health/serving')).status).toBe(200);
    await redis.start();
    await expectWellAgain({ orders: length });
    await open.next('booking.placed', { bookingId: (await order()).body.insertedId });
  });

  thoroughly('says nothing, what needs it is refused within a second, and well again by itself', async () => {
    const { length } = await orders();
    await redis.call('CLIENT', 'PAUSE', '2500', 'ALL');
    await Promise.all(Object.values(needRedis).map((call) => expectRefused(call(), 1_000)));
    await expectWellAgain({ orders: length });
  });

  it.each([
    ['is emptied', () => redis.flush],
    ['is put back to an older state', async () => redis.restore.bind(redis, await redis.snapshot())],
  ])('%s, nothing older is shown or told, and it catches up', async (_, prepare) => {
    const goBack = await prepare();
    const pages = await Promise.all([1, 2, 3, 4, 5].map(() => live(shop.origin)));
    await Promise.all(pages.map((page) => page.ask('watch', [toolId])));
    for (let n = 0; n < 5; n++) await order();
    const before = await left();
    await goBack();
    const newcomers = await Promise.all([1, 2, 3, 4, 5].map(() => live(shop.origin)));
    await Promise.all(newcomers.map((page) => page.ask('watch', [toolId])));
    const shown = new Set<number>();
    await vi.waitFor(
      async () => {
        const { status, body } = await admin.get<Tool>(`/tool/${toolId}`);
        if (status === 200) shown.add(body.Available);
        expect(status).toBe(200);
      },
      { timeout: 60_000, interval: 1 },
    );
    expect([...shown]).toEqual([before]);
    for (const page of [...pages, ...newcomers]) await page.next('tool.changed', { Available: before });
    for (const page of newcomers)
      expect(new Set(page.of('tool.changed').map(({ Available }) => Available))).toEqual(shown);
    for (const page of pages) {
      const told = page.of('tool.changed').map(({ position }) => Number(position));
      expect(told).toEqual(told.toSorted((one, other) => one - other));
    }
    await expectWellAgain({ orders: 1_000 - before });
  });
});

describe('while EventStoreDB', () => {
  /** One try may have to be given up before, and another one in front of it in the tool's stream. */
  const inTime = 9_000;

  it('is away, writes are refused in time, reads go on, and a repetition is taken once', async () => {
    const { length } = await orders();
    const open = await live(shop.origin, admin.token);
    await open.ask('watch', [toolId]);
    await events.misbehave.goAway();
    const keys = Array.from({ length: 10 }, () => randomUUID());
    const refused = Promise.all(keys.map((key) => expectRefused(order(key), inTime)));
    for (let count = 0; count < 5; count++) expect(await left()).toBe(1_000 - length);
    await expectRefused(admin.post('/reviews', review), 5_000);
    await refused;
    await expectAway('events');
    expect((await admin.get('/health/serving')).status).toBe(200);
    await events.misbehave.comeBack();
    await vi.waitFor(async () => expect((await order(keys[0])).status).toBe(201), { timeout: 60_000 });
    const replies = await Promise.all(keys.map((key) => order(key)));
    expect(replies.map(({ status }) => status)).toEqual(keys.map(() => 201));
    await expectWellAgain({ orders: length + keys.length });
    for (const { body } of replies) await open.next('booking.placed', { bookingId: body.insertedId });
    await open.next('tool.changed', { toolId, Available: 1_000 - length - keys.length });
  });

  thoroughly(
    'takes an order and does not say so, it is refused in time, and there once when it is repeated',
    async () => {
      const { length } = await orders();
      const release = events.misbehave.holdAppendAnswers();
      const key = randomUUID();
      await expectRefused(order(key), inTime);
      release();
      const replies = await Promise.all([order(key), order(key)]);
      expect(replies.map(({ status }) => status)).toEqual([201, 201]);
      expect(new Set(replies.map(({ body }) => body.insertedId)).size).toBe(1);
      await expectWellAgain({ orders: length + 1 });
    },
  );

  it('loses the answer of an append, the order is there once', async () => {
    const { length } = await orders();
    events.misbehave.loseAppendAnswers(1);
    const { status, body } = await order();
    expect(status).toBe(201);
    expect((await admin.get<Booking>(`/booking/${body.insertedId}`)).body.status).toBe('unpaid');
    await expectWellAgain({ orders: length + 1 });
  });
});

describe('a shop that starts', () => {
  it('before its stores are there opens when they are', async () => {
    await Promise.all([events.misbehave.goAway(), redis.kill()]);
    const settings = { EVENT_STORE: events.url, READ_MODELS: redis.url, DATA_DIR: shop.dataDir, LOG_LEVEL: 'silent' };
    const starting = startShop(settings);
    await expectRefused(order(), 1_000);
    await events.misbehave.comeBack();
    await redis.start();
    const second = await starting;
    try {
      expect((await admin.at(second.origin).get(`/tool/${toolId}`)).status).toBe(200);
    } finally {
      await second.close();
    }
  });
});
