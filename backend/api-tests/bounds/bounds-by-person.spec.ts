import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { Review } from '../../../modules/reviews/contract.ts';
import { type ApiClient, addTool, orderOf, password, signIn, signUp } from '../../testing/api-client.ts';
import type { RunningShop } from '../../testing/running-shop.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { paidByWord } from '../orders/begun-payment.ts';
import { openShop, shopUnderTest } from '../shop-under-test.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';

const bounds = { REVIEWS_PER_DAY: '20', UNPAID_ORDERS: '20' };
const aDay = 24 * 60 * 60_000;
/** At noon: what is bounded by days must not fall into two of them. */
let ahead = new Date().setUTCHours(12, 0, 0, 0) - Date.now();
const clock = { now: () => new Date(Date.now() + ahead) };
const shop = shopUnderTest(bounds, clock);
let second: RunningShop;

beforeAll(async () => {
  second = await openShop({ ...bounds, DATA_DIR: shop.dataDir }, clock);
});
afterAll(() => second.close());

/** So many calls at once, at each node in turn. */
const atOnce = <Answer>(count: number, origins: readonly string[], who: ApiClient, ask: (who: ApiClient) => Answer) =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(who.at(origins[n % origins.length] ?? ''))));
const statusesOf = (replies: readonly { status: number }[]) => {
  const statuses = replies.map(({ status }) => status);
  return Object.fromEntries([...new Set(statuses)].map((each) => [each, statuses.filter((s) => s === each).length]));
};

describe('what one person says of themselves', () => {
  it('is 100 changes of profile and address a day, exactly, however many come at once and at however many nodes', async () => {
    const who = await signUp(shop.origin);
    const rest = { name: 'Test Shopper', email: who.email, education: 'Carpentry', social: 'https://example.com' };
    const update = (at: ApiClient, phone: string, key: string = randomUUID()) =>
      at.post(
        '/updateuser',
        { ...rest, location: 'Dhaka', phone: `+49 30 12345${phone}` },
        { headers: { 'idempotency-key': key } },
      );
    const key = randomUUID();
    expect((await update(who, '1', key)).status).toBe(200);
    let said = 0;
    // Half of them say what was said before.
    const replies = await atOnce(150, [shop.origin, second.origin], who, (at) => update(at, `${said++ % 2}`));
    expect(statusesOf(replies)).toEqual({ 200: 99, 429: 51 });
    const refused = replies.find(({ status }) => status === 429);
    const refusal = 'You have changed your profile and your address too often today. Please come back tomorrow.';
    expectProblem(refused as (typeof replies)[0], 429, refusal);
    const address = { street: '12 Mirpur Road', city: 'Dhaka', country: 'BD', phone: '+880 1711 111111' };
    expectProblem(await who.put('/me/address', address), 429, refusal);
    expect(await update(who, '1', key)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    const uid = decodeJwt(who.token ?? '').sub;
    const written = await storedEventsOf(shop, 'ProfileUpdated', 'ProfileConfirmed');
    expect(written.filter(({ data }) => (data as { uid: string }).uid === uid)).toHaveLength(100);
  });

  it('is nothing new when it is who they are, once more within a minute', async () => {
    const who = await signUp(shop.origin);
    const uid = decodeJwt(who.token ?? '').sub;
    const replies = await atOnce(40, [shop.origin, second.origin], who, (at) =>
      at.post('/identity/confirm', { password }),
    );
    expect(statusesOf(replies)).toEqual({ 204: 40 });
    const written = await storedEventsOf(shop, 'SessionProved');
    expect(written.filter(({ data }) => (data as { uid: string }).uid === uid)).toEqual([]);
  });
});

describe('the unpaid orders of one person', () => {
  const order = (who: ApiClient, toolId: string, key: string = randomUUID(), price = 19.99) =>
    who.post<{ insertedId: string }>('/booking', orderOf(who, toolId, price), { headers: { 'idempotency-key': key } });

  it('are as many more as one cart has lines, and then no more', async () => {
    const who = await signUp(shop.origin);
    const tools = await Promise.all(Array.from({ length: 50 }, () => addTool(shop.admin, { Available: 20 })));
    await atOnce(19, [shop.origin], who, (at) => order(at, tools[0] ?? ''));
    const lines = tools.map((toolId) => ({ toolId, quantity: 1, price: 19.99 }));
    const checkOut = () => who.post('/checkout', { lines, location: 'Dhaka', phone: '+880 1711 111111' });
    expect((await checkOut()).status).toBe(201);
    expect((await who.get<Booking[]>(`/booking?personEmail=${who.email}`)).body).toHaveLength(69);
    expectProblem(await checkOut(), 409);
    expectProblem(await order(who, tools[0] ?? ''), 409);
  });
  const unpaidOf = async (who: ApiClient) =>
    (await who.get<Booking[]>(`/booking?personEmail=${who.email}`)).body.filter(({ paid }) => !paid).length;
  const refusal =
    'You may have at most 20 orders without a payment at once. Please pay or delete some, then order again.';

  it('are never more than 20 at one node, however many come at once', async () => {
    const buyer = await signUp(shop.origin);
    const toolId = await addTool(shop.admin, { Available: 500 });
    const key = randomUUID();
    const first = await order(buyer, toolId, key);
    const replies = await atOnce(200, [shop.origin], buyer, (who) => order(who, toolId));
    expect(statusesOf([first, ...replies])).toEqual({ 201: 20, 409: 181 });
    for (const reply of replies.filter(({ status }) => status === 409)) expectProblem(reply, 409, refusal);
    expect((await shop.nobody.get<Tool>(`/tool/${toolId}`)).body.Available).toBe(480);
    expect(await order(buyer, toolId, key)).toMatchObject({ status: 201, body: first.body });
    expect((await order(await signUp(shop.origin), toolId)).status).toBe(201);
    const free = await addTool(shop.admin, { PerPrice: 0 });
    expectProblem(await order(buyer, free, randomUUID(), 0), 409, refusal);

    await paidByWord(shop, buyer, first.body.insertedId);
    expect(statusesOf([await order(buyer, toolId), await order(buyer, toolId)])).toEqual({ 201: 1, 409: 1 });
    await buyer.delete(`/booking?personEmail=${buyer.email}`);
    expect((await order(buyer, toolId)).status).toBe(201);
    expect(await order(buyer, toolId, key)).toMatchObject({ status: 201, body: first.body });
  });

  it('are never more than 20 of a tool that costs nothing, and make room when they are deleted or shipped', async () => {
    const buyer = await signUp(shop.origin);
    const toolId = await addTool(shop.admin, { Available: 500, PerPrice: 0 });
    const replies = await atOnce(50, [shop.origin], buyer, (who) => order(who, toolId, randomUUID(), 0));
    expect(statusesOf(replies)).toEqual({ 201: 20, 409: 30 });
    expectProblem(await order(buyer, await addTool(shop.admin)), 409, refusal);
    const [deleted, shipped] = replies.filter(({ status }) => status === 201).map(({ body }) => body.insertedId);
    const parcel = { carrier: 'Sundarban Courier', trackingNumber: 'SB 123' };
    for (const end of [
      () => buyer.delete(`/booking/${deleted}`),
      () => shop.admin.post(`/booking/${shipped}/ship`, parcel),
    ]) {
      expect((await end()).status).toBe(200);
      expect((await order(buyer, toolId, randomUUID(), 0)).status).toBe(201);
      expectProblem(await order(buyer, toolId, randomUUID(), 0), 409, refusal);
    }
    expect((await buyer.delete(`/booking/${shipped}`)).status).toBe(409);
  });

  it('are never more than 20 at two nodes, one after the other', async () => {
    const buyer = await signUp(shop.origin);
    const toolId = await addTool(shop.admin, { Available: 500 });
    for (let n = 0; n < 24; n++) {
      const here = buyer.at(n % 2 ? shop.origin : second.origin);
      expect((await order(here, toolId)).status, String(n)).toBe(n < 20 ? 201 : 409);
    }
  });

  it('are at most twice as many at two nodes, when all come at the same moment', async () => {
    const buyer = await signUp(shop.origin);
    const toolId = await addTool(shop.admin, { Available: 500 });
    const nodes = [shop.origin, second.origin];
    const replies = await atOnce(200, nodes, buyer, (who) => order(who, toolId));
    const placed = replies.filter(({ status }) => status === 201).length;
    expect(placed).toBeGreaterThanOrEqual(20);
    expect(placed).toBeLessThanOrEqual(40);
    expect(await unpaidOf(buyer)).toBe(placed);
    for (const node of nodes) expectProblem(await order(buyer.at(node), toolId), 409, refusal);
  });
});

describe('the reviews of one person', () => {
  const said = { review: 'Good hammers', description: 'They hit nails.' };
  const write = (who: ApiClient, key: string = randomUUID()) =>
    who.post<{ insertedId: string }>('/reviews', said, { headers: { 'idempotency-key': key } });

  it('are never more than 20 within a day, however many come at once and at however many nodes', async () => {
    const writer = await signUp(shop.origin);
    const key = randomUUID();
    const first = await write(writer, key);
    const replies = await atOnce(200, [shop.origin, second.origin], writer, (who) => write(who));
    expect(statusesOf([first, ...replies])).toEqual({ 201: 20, 429: 181 });
    for (const reply of replies.filter(({ status }) => status === 429)) {
      const sentence =
        'You have written 20 reviews within a day, which is the most. Please write the next one in 24 hours.';
      expectProblem(reply, 429, sentence);
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(aDay / 1_000 - 600);
      expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(aDay / 1_000);
    }
    expect(await write(writer.at(second.origin), key)).toMatchObject({ status: 201, body: first.body });
    expect((await write(await signUp(shop.origin))).status).toBe(201);
    const { body } = await shop.nobody.get<Review[]>('/reviews?limit=200');
    expect(body.filter(({ name, review }) => name === 'Test Shopper' && review === said.review)).toHaveLength(21);

    ahead += aDay; // From here on only who signs in again is known.
    expect((await write(await signIn(shop.origin, writer.email))).status).toBe(201);
  });
});
