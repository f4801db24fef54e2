import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { Review } from '../../../modules/reviews/contract.ts';
import { type ApiClient, addTool, newTool, orderOf, password, signUp } from '../../testing/api-client.ts';
import { AppendedEvents } from '../../testing/logs/appended-events.ts';
import { order } from '../every-call/arranged.ts';
import type { Asked, EveryCall } from '../every-call/asked.ts';
import { everyCall } from '../every-call.ts';
import { declaredCalls } from '../http/declared-calls.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { make } from '../http/make-call.ts';
import { sessionCookieOf } from '../http/session-cookie-of.ts';
import { allThatShows } from '../people/all-that-shows.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const appended = new AppendedEvents();
const shop = shopUnderTest({}, { around: appended.around });

/**
 * Calls that change nothing of the shop, are known by their own ids, or leave nobody who could ask again; and those about a
 * second factor, a mailed link, another password or the code of an empty shop, which are refused here (see calls/factors.spec.ts,
 * recovery.spec.ts, calls/setup.spec.ts). What is exported is what there is by then, also when it is asked for again (calls/people.spec.ts).
 */
const keyless = [
  'POST /identity/refresh',
  'POST /identity/second-factor/options',
  'POST /identity/confirm/options',
  'POST /me/factors/totp',
  'POST /me/factors/totp/confirm',
  'POST /me/factors/passkey/options',
  'POST /me/factors/passkey',
  'POST /me/factors/recovery-codes',
  'DELETE /me/factors/{id}',
  'POST /me/logins',
  'POST /identity/reset-password',
  'POST /identity/link',
  'POST /identity/password',
  'POST /payments/webhook',
  'DELETE /me',
  'POST /setup',
  'POST /people/{email}/export',
];
const changing = everyCall.filter(({ call }) => !call.startsWith('GET') && !keyless.includes(call));

const caller = ({ statuses }: EveryCall) => (statuses[1] < 300 ? shop.shopper : shop.admin);
const keyed = (asked: Asked, key: string): Asked => ({
  ...asked,
  headers: { ...asked.headers, 'idempotency-key': key },
});

describe('a repeated call', () => {
  it('is tried of every call that takes a key', async () => {
    const declared = (await declaredCalls(shop.origin)).filter(({ operation }) =>
      operation.parameters?.some(({ name }) => name === 'Idempotency-Key'),
    );
    const tried = [...changing.map(({ call }) => call), ...keyless.filter((call) => call !== 'POST /payments/webhook')];
    expect(tried.sort()).toEqual(declared.map(({ call }) => call).sort());
  });

  it.each(changing)('$call is answered as it was, and changes nothing', async (row: EveryCall) => {
    const asked = keyed(await row.ask(shop), randomUUID());
    const first = await make(row, caller(row), asked);
    expect(first.status).toBeLessThan(300);
    const shown = await allThatShows(shop.admin);
    appended.forget();
    for (let again = 0; again < 2; again++) {
      const repeat = await make(row, caller(row), asked);
      expect(repeat.status).toBe(first.status);
      expect(withoutTokens(repeat.body)).toEqual(withoutTokens(first.body));
      expect(repeat.headers.get('event-position')).toBe(first.headers.get('event-position'));
      if (first.headers.getSetCookie().length > 0)
        expect(sessionCookieOf(repeat).value).toBe(sessionCookieOf(first).value);
    }
    expect(appended.changes()).toEqual([]);
    expect(await allThatShows(shop.admin)).toEqual(shown);
  });

  it.each(changing)('$call many times at once is one call', async (row: EveryCall) => {
    const asked = keyed(await row.ask(shop), randomUUID());
    const replies = await Promise.all(Array.from({ length: 5 }, () => make(row, caller(row), asked)));
    expect(new Set(replies.map(({ status }) => status)).size).toBe(1);
    expect(new Set(replies.map(({ body }) => JSON.stringify(withoutTokens(body)))).size).toBe(1);
    expect(new Set(replies.map(({ headers }) => headers.get('event-position'))).size).toBe(1);
  });

  it('is answered as it was when the last piece went with it, and when it is gone', async () => {
    const order = orderOf(shop.shopper, await addTool(shop.admin, { Available: 1 }), 19.99);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await shop.shopper.post<{ insertedId: string }>('/booking', order, { headers });
    const again = await shop.shopper.post('/booking', order, { headers });
    await shop.shopper.delete(`/booking/${first.body.insertedId}`);
    const later = await shop.shopper.post('/booking', order, { headers });
    for (const repeat of [again, later]) expect(repeat).toMatchObject({ status: 201, body: first.body });
    expectProblem(await shop.shopper.get(`/booking/${first.body.insertedId}`), 404);
    expect((await shop.nobody.get<Tool>(`/tool/${order.toolId}`)).body.Available).toBe(1);
  });

  it('is the same call in whatever order its fields come', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await shop.shopper.post('/reviews', { review: 'a', description: 'b' }, { headers });
    const repeat = await shop.shopper.post('/reviews', { description: 'b', review: 'a' }, { headers });
    expect(repeat.body).toEqual(first.body);
  });
});

describe('a key that is used again with another payload', () => {
  const others: readonly (readonly [string, () => Promise<readonly [ApiClient, Asked, Asked]>])[] = [
    [
      'POST /booking',
      () =>
        forms('/booking', async () => orderOf(shop.shopper, await addTool(shop.admin), 19.99), {
          phone: '+1 555 0200',
        }),
    ],
    ['POST /reviews', () => forms('/reviews', async () => ({ review: 'a', description: 'b' }), { description: 'c' })],
    ['POST /tool', () => forms('/tool', async () => newTool(), { PerPrice: 20 }, shop.admin)],
    ['POST /updateuser', () => forms('/updateuser', async () => profile(), { location: 'Rajshahi' })],
    ['POST /create-payment-intent', () => forms('/create-payment-intent', payment, { bookingId: undefined })],
    ['POST /create-payment-intent, for one of several orders and then for all', ofCommonOrders],
    ['POST /identity/sign-up', () => forms('/identity/sign-up', async () => account(), { name: 'Another' })],
    [
      'POST /identity/sign-up, with another password',
      () => forms('/identity/sign-up', async () => account(), { password: `${password}!` }),
    ],
    ['POST /identity/password', ofTwoPasswords],
    ['DELETE /booking', ofTwoPeople],
  ];

  it.each(others)('is refused by %s, and changes nothing', async (name, prepare) => {
    const [who, one, other] = await prepare();
    const method = name.split(' ')[0] ?? '';
    const headers = { 'idempotency-key': randomUUID() };
    const send = ({ path, body }: Asked) => who.call<unknown>(method, path, { body, headers });
    const first = await send(one);
    expect(first.status).toBeLessThan(300);
    const shown = await allThatShows(shop.admin);
    appended.forget();
    expectProblem(await send(other), 409, 'This Idempotency-Key was used before with another request.');
    expect(appended.changes()).toEqual([]);
    expect(await allThatShows(shop.admin)).toEqual(shown);
    expect(withoutTokens((await send(one)).body)).toEqual(withoutTokens(first.body));
  });

  it('is refused for an order of another tool, whose pieces stay', async () => {
    const [one, other] = [await addTool(shop.admin), await addTool(shop.admin)];
    const headers = { 'idempotency-key': randomUUID() };
    await shop.shopper.post('/booking', orderOf(shop.shopper, one, 19.99), { headers });
    expectProblem(await shop.shopper.post('/booking', orderOf(shop.shopper, other, 19.99), { headers }), 409);
    const left = async (id: string) => (await shop.nobody.get<Tool>(`/tool/${id}`)).body.Available;
    await expect.poll(() => left(other)).toBe(10);
    expect(await left(one)).toBe(9);
  });

  it('is free again when the first call was refused', async () => {
    const toolId = await addTool(shop.admin, { Available: 1 });
    const headers = { 'idempotency-key': randomUUID() };
    expectProblem(await shop.shopper.post('/booking', orderOf(shop.shopper, toolId, 1), { headers }), 409);
    expect((await shop.shopper.post('/booking', orderOf(shop.shopper, toolId, 19.99), { headers })).status).toBe(201);
  });
});

describe('a key', () => {
  it('is its user’s own', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const toolId = await addTool(shop.admin);
    const say = (who: ApiClient) =>
      who.post<{ insertedId: string }>('/reviews', { review: who.email, description: 'b' }, { headers });
    const book = (who: ApiClient) =>
      who.post<{ insertedId: string }>('/booking', orderOf(who, toolId, 19.99), { headers });
    const replies = [await say(shop.shopper), await say(shop.other), await book(shop.shopper), await book(shop.other)];
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(replies.map(({ body }) => body.insertedId)).size).toBe(4);
    const { body } = await shop.nobody.get<Review[]>('/reviews');
    expect(body.map(({ review }) => review)).toEqual(expect.arrayContaining([shop.shopper.email, shop.other.email]));
  });

  it('makes one order of twenty calls at once', async () => {
    const buyer = await signUp(shop.origin);
    const toolId = await addTool(shop.admin, { Available: 30 });
    const headers = { 'idempotency-key': randomUUID() };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        buyer.post<{ insertedId: string }>('/booking', orderOf(buyer, toolId, 19.99), { headers }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ body }) => body.insertedId)).size).toBe(1);
    expect((await buyer.get<Booking[]>(`/booking?personEmail=${buyer.email}`)).body).toHaveLength(1);
    expect((await shop.nobody.get<Tool>(`/tool/${toolId}`)).body.Available).toBe(29);
  });

  it('has 1 to 255 characters', async () => {
    const say = (key: string) =>
      shop.shopper.post('/reviews', { review: 'a', description: 'b' }, { headers: { 'idempotency-key': key } });
    expectProblem(await say(''), 400, 'An Idempotency-Key has 1 to 255 characters.');
    expectProblem(await say('x'.repeat(256)), 400);
    expect((await say('x'.repeat(255))).status).toBe(201);
    // Who speaks to the shop in UTF-8 counts characters, and not bytes.
    const utf8 = (key: string) => Buffer.from(key).toString('latin1');
    expect((await say(utf8('ü€🔑'.repeat(85)))).status).toBe(201);
    expectProblem(await say(utf8(`${'ü€🔑'.repeat(85)}€`)), 400, 'An Idempotency-Key has 1 to 255 characters.');
    expect((await say('"quoted", \u00e4; 1')).status).toBe(201);
  });
});

const profile = () => ({
  email: shop.shopper.email,
  education: randomUUID(),
  location: 'Dhaka',
  phone: '+1 555 0100',
  social: 'https://example.com',
});
const account = () => ({ name: 'New', email: `new-${randomUUID()}@inventory.example`, password });

/** The shopper has one unpaid order, so that a payment means it with and without its id. */
async function payment() {
  await shop.shopper.delete(`/booking?personEmail=${shop.shopper.email}`);
  return { price: 19.99, bookingId: await order(shop) };
}

/** First the later one alone: whichever order is looked at first, it is the common one that knows the key. */
async function ofCommonOrders() {
  await shop.shopper.delete(`/booking?personEmail=${shop.shopper.email}`);
  const bookingIds = [await order(shop), await order(shop)].sort();
  const path = '/create-payment-intent';
  const [one, both] = [
    { price: 19.99, bookingId: bookingIds[1] },
    { price: 39.98, bookingIds },
  ];
  return [shop.shopper, { path, body: one }, { path, body: both }] as const;
}

async function forms(path: string, form: () => Promise<object>, but: object, who = shop.shopper) {
  const body = await form();
  return [who, { path, body }, { path, body: { ...body, ...but } }] as const;
}

async function ofTwoPeople() {
  await order(shop);
  const ordersOf = ({ email }: ApiClient) => ({ path: `/booking?personEmail=${email}` });
  return [shop.admin, ordersOf(shop.shopper), ordersOf(shop.other)] as const;
}

/** Who asks the second time knows the password that is there by then. */
async function ofTwoPasswords() {
  const [path, newPassword] = ['/identity/password', `${password}!`];
  const [one, other] = [
    { password, newPassword },
    { password: newPassword, newPassword: `${password}?` },
  ];
  return [await signUp(shop.origin), { path, body: one }, { path, body: other }] as const;
}

/** Tokens say when they were made; whose they are is beside them. */
function withoutTokens(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body ?? null, (name, value) => (/token$/i.test(name) ? typeof value : value)));
}
