import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import { readCsv } from '../../../modules/kernel/encoding/csv.ts';
import { orderNumber } from '../../../modules/kernel/values/order-number.ts';
import { type ApiClient, addTool, orderOf, signUp } from '../../testing/api-client.ts';
import { expectInvalid, expectPosition, expectProblem } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';

const shop = shopUnderTest();
const uidOf = ({ token = '' }: ApiClient) => decodeJwt(token).sub ?? '';
const parcel = { carrier: 'Sundarban Courier', trackingNumber: 'SB 123' };

async function ordered(
  who: ApiClient,
  toolId: string,
  price: number,
  but: Record<string, unknown> = {},
): Promise<string> {
  const wanted = orderOf(who, toolId, price, but);
  return (await who.post<{ insertedId: string }>('/booking', wanted)).body.insertedId;
}
const found = async (query: string, who = shop.admin) => {
  const reply = await who.get<Booking[]>(`/booking?${query}`);
  expect(reply.status).toBe(200);
  return { ids: reply.body.map(({ _id }) => _id), headers: reply.headers };
};

describe('GET /booking with filters', () => {
  it('finds by status, way, tool, time, number, name and email, together', async () => {
    const word = `Zoe${Date.now()}`;
    const zoe = await signUp(shop.origin, `${word} Quill`);
    const [free, dear] = [await addTool(shop.admin, { PerPrice: 0 }), await addTool(shop.admin, { PerPrice: 5 })];
    const [sent, kept] = [await ordered(zoe, free, 0), await ordered(zoe, free, 0)];
    const unpaid = await ordered(zoe, dear, 5);
    const others = await ordered(shop.shopper, free, 0);
    await shop.admin.post(`/booking/${sent}/ship`, parcel);
    const { body } = await zoe.get<Booking[]>(`/booking?personEmail=${zoe.email}`);
    const atOf = (id: string) => encodeURIComponent(body.find(({ _id }) => _id === id)?.at ?? '');

    expect((await found(`q=${word.toUpperCase()}`)).ids).toEqual([unpaid, kept, sent]);
    expect((await found(`q=${encodeURIComponent(`${word} qui`)}`)).ids).toEqual([unpaid, kept, sent]);
    expect((await found(`q=${zoe.email.slice(0, -4)}`)).ids).toEqual([unpaid, kept, sent]);
    expect((await found(`q=${orderNumber(kept)}`)).ids).toEqual([kept]);
    expect((await found(`q=${orderNumber(kept)}&status=unpaid`)).ids).toEqual([]);
    expect((await found(`q=${word}&status=unpaid`)).ids).toEqual([unpaid]);
    expect((await found(`q=${word}&fulfilment=shipped`)).ids).toEqual([sent]);
    expect((await found(`toolId=${free}`)).ids).toEqual([others, kept, sent]);
    expect((await found(`toolId=${free}&q=${word}&fulfilment=none`)).ids).toEqual([kept]);
    expect((await found(`personEmail=${zoe.email}&since=${atOf(kept)}&until=${atOf(kept)}`)).ids).toEqual([kept]);
    expect((await found(`toolId=${free}&until=${atOf(sent)}`)).ids).toEqual([sent]);
    expect((await found(`toolId=${free}&since=2000-01-01&until=2000-01-02`)).ids).toEqual([]);
    expect((await found(`toolId=${free}`)).headers.get('total-count')).toBe('3');
    expect((await found(`toolId=${free}&status=paid`)).headers.get('total-count')).toBeNull();
  });

  it('finds the orders of all who are called alike, however many they are', async () => {
    const word = `Kim${Date.now()}`;
    const toolId = await addTool(shop.admin, { PerPrice: 0, Available: 30 });
    const people: ApiClient[] = [];
    while (people.length < 22) people.push(await signUp(shop.origin, `${word} Quill`));
    const ids: string[] = [];
    for (const who of people) ids.unshift(await ordered(who, toolId, 0));
    await ordered(shop.shopper, toolId, 0);
    expect((await found(`q=${word}&limit=1000`)).ids).toEqual(ids);
    expect((await found(`q=${word}&toolId=${toolId}&status=paid`)).ids).toEqual(ids);
    expect((await found(`q=${word}&personEmail=${people[0]?.email}`)).ids).toEqual(ids.slice(-1));
  });

  it('goes on where it ended', async () => {
    const toolId = await addTool(shop.admin, { PerPrice: 0, Available: 10 });
    const ids: string[] = [];
    for (let nth = 0; nth < 5; nth++) ids.unshift(await ordered(shop.shopper, toolId, 0));
    let query = `toolId=${toolId}&status=paid&limit=2`;
    const paged: string[] = [];
    for (;;) {
      const page = await found(query);
      paged.push(...page.ids);
      const next = /^<\/booking\?(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
      if (next === undefined) break;
      query = next;
    }
    expect(paged).toEqual(ids);
  });

  it('shows nobody the orders of others', async () => {
    const id = await ordered(shop.shopper, await addTool(shop.admin, { PerPrice: 0 }), 0);
    expectProblem(await shop.other.get(`/booking?q=${orderNumber(id)}`), 403);
    expectProblem(await shop.other.get('/booking?status=paid'), 403);
    const own = `personEmail=${shop.other.email}&q=${orderNumber(id)}`;
    expect((await found(own, shop.other)).ids).toEqual([]);
    expect((await found(`personEmail=${shop.shopper.email}&q=${orderNumber(id)}`, shop.shopper)).ids).toEqual([id]);
  });

  it.each([
    ['status=lost', 'status'],
    ['fulfilment=lost', 'fulfilment'],
    ['since=yesterday', 'since'],
    ['until=2026-02-30', 'until'],
    [`q=${'x'.repeat(255)}`, 'q'],
    ['q=%20', 'q'],
    ['toolId=', 'toolId'],
    ['status=paid&after=x', 'after'],
  ])('refuses %s', async (query, path) => expectInvalid(await shop.admin.get(`/booking?${query}`), path));
});

describe('GET /orders/export', () => {
  it('is a table of the orders that are asked for, which no spreadsheet carries out', async () => {
    const toolId = await addTool(shop.admin, { PerPrice: 0, Available: 10, name: '=cmd|calc' });
    const first = await ordered(shop.shopper, toolId, 0, { location: '=HYPERLINK("https://evil.example")' });
    const sent = await ordered(shop.shopper, toolId, 0);
    await shop.admin.post(`/booking/${sent}/ship`, parcel);
    const reply = await shop.admin.get(`/orders/export?toolId=${toolId}`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="orders.csv"');
    expect(reply.text).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    const { rows } = await readCsv(reply.text, { most: 10 });
    const cells = (column: string) => rows.map((row) => row.cells.get(column));
    expect(cells('Number')).toEqual([orderNumber(sent), orderNumber(first)]);
    expect(cells('Fulfilment')).toEqual(['shipped', 'none']);
    expect(cells('Tracking number')).toEqual(['SB 123', '']);
    expect(cells('Tool Name')).toEqual(['=cmd|calc', '=cmd|calc']);
    const none = await shop.admin.get('/orders/export?toolId=none');
    expect((await readCsv(none.text, { most: 10 })).rows).toEqual([]);
    expectInvalid(await shop.admin.get('/orders/export?status=lost'), 'status');
    expectProblem(await shop.shopper.get('/orders/export'), 403);
  });

  it('is written down each time, with who took which and no name, before anything leaves', async () => {
    const toolId = await addTool(shop.admin, { PerPrice: 0, Available: 10 });
    await ordered(shop.shopper, toolId, 0);
    const taken = () => storedEventsOf(shop, 'OrdersExported');
    const before = (await taken()).length;
    const q = encodeURIComponent(shop.shopper.email);
    const reply = await shop.admin.get(`/orders/export?toolId=${toolId}&status=paid&q=${q}&personEmail=${q}`);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expectPosition(reply);
    await shop.admin.get('/orders/export');
    expectProblem(await shop.other.get('/orders/export'), 403);
    const [narrow, all, ...others] = (await taken()).slice(before);
    const uid = uidOf(shop.shopper);
    expect(narrow?.data).toEqual({ by: uidOf(shop.admin), wanted: { toolId, status: 'paid', uid, isSearch: true } });
    expect([all?.data, others]).toEqual([{ by: uidOf(shop.admin), wanted: {} }, []]);
    const told = await shop.admin.get<{ sentence: string }[]>('/history?type=OrdersExported&limit=2');
    expect(told.body.map(({ sentence }) => sentence)).toEqual([
      'Demo Admin took a copy of all orders, with whose they are and where they go',
      'Demo Admin took a copy of orders, with whose they are and where they go',
    ]);
    expect(told.text).not.toContain(shop.shopper.email);
  });

  it('is written down each time also under a key that was used before: each file has what there is by then', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const taken = async () => (await storedEventsOf(shop, 'OrdersExported')).length;
    const before = await taken();
    const take = async () => (await shop.admin.get('/orders/export', { headers })).status;
    expect([await take(), await take()]).toEqual([200, 200]);
    expect(await taken()).toBe(before + 2);
  });
});
