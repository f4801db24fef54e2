import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { OrderCounts, OrderDay, OrderTool } from '../../../modules/booking/figures/contract.ts';
import { orderCounts } from '../../../modules/booking/figures/contract.ts';
import { addTool, confirmInSandbox, newTool, orderOf } from '../../testing/api-client.ts';
import { live } from '../../testing/clients/live-client.ts';
import { expectInvalid, expectPosition } from '../http/expect-problem.ts';
import { begunPayment } from '../orders/begun-payment.ts';
import { shopUnderTest } from '../shop-under-test.ts';

/** Until the provider has been asked, at machines that are busy. */
const soon = { timeout: 60_000 };
/** Some minutes before midnight: the tokens that everybody has are good beyond it. */
let now = Date.parse('2026-03-01T23:55:00.000Z');
const shop = shopUnderTest({}, { now: () => new Date(now) });

const counts = async () => (await shop.admin.get<OrderCounts>('/orders/counts')).body;
const days = async (count: number) => (await shop.admin.get<OrderDay[]>(`/orders/days?days=${count}`)).body;
const tools = async () => (await shop.admin.get<OrderTool[]>('/orders/tools?limit=100')).body;
const cents = (decimal: number) => Math.round(decimal * 100);

async function booked(price = 10, toolId?: string): Promise<string> {
  const order = orderOf(shop.shopper, toolId ?? (await addTool(shop.admin, { PerPrice: price })), price);
  return (await shop.shopper.post<{ insertedId: string }>('/booking', order)).body.insertedId;
}

async function paid(price = 10, toolId?: string): Promise<string> {
  const bookingId = await booked(price, toolId);
  const { clientSecret } = await begunPayment(shop, shop.shopper, bookingId, price);
  expect(await confirmInSandbox(shop.origin, clientSecret, '4242424242424242')).toBe(200);
  await expect.poll(async () => (await orderNow(bookingId)).status, soon).toBe('paid');
  return bookingId;
}
const orderNow = async (bookingId: string) => (await shop.shopper.get<Booking>(`/booking/${bookingId}`)).body;

async function refunded(bookingId: string, amount: number): Promise<void> {
  const before = (await orderNow(bookingId)).refunded;
  await shop.admin.post(`/booking/${bookingId}/refund`, { amount, reason: 'It is bent.' });
  await expect.poll(async () => (await orderNow(bookingId)).refunded, soon).toBeCloseTo(before + amount);
}

/** What counting the whole list of orders gives. */
async function recounted() {
  const orders = (await shop.admin.get<Booking[]>('/booking')).body;
  const of = (status: Booking['status']) => orders.filter((order) => order.status === status).length;
  const revenue = orders.reduce((sum, { paid: isPaid, price, refunded: back }) => {
    return isPaid ? sum + cents(price) - cents(back) : sum;
  }, 0);
  return {
    total: orders.length,
    unpaid: of('unpaid'),
    paid: of('paid'),
    refunded: of('refunded'),
    revenue: revenue / 100,
  };
}

describe('GET /orders/counts', () => {
  it('is what a recount of the list gives, at any moment', async () => {
    expect(await counts()).toMatchObject(await recounted());
    const [one, other] = [await paid(19.99), await paid(0.7)];
    await booked();
    expect(await counts()).toMatchObject(await recounted());
    await refunded(one, 5.01);
    await refunded(other, 0.7);
    expect(await counts()).toMatchObject(await recounted());
    expect(await counts()).toMatchObject({ unpaid: 1, paid: 1, refunded: 1, revenue: 14.98 });
    await shop.shopper.delete(`/booking?personEmail=${shop.shopper.email}`);
    expect(await counts()).toMatchObject({ ...(await recounted()), unpaid: 0 });
  });

  it('says what it is true as of, as its header does', async () => {
    const reply = await shop.admin.get<OrderCounts>('/orders/counts');
    expect(BigInt(reply.body.position)).toBe(expectPosition(reply));
    const placed = expectPosition(
      await shop.shopper.post('/booking', orderOf(shop.shopper, await addTool(shop.admin), 19.99)),
    );
    expect(BigInt((await counts()).position)).toBeGreaterThanOrEqual(placed);
  });

  it('tells today from yesterday in UTC: orders by when they were placed, money by when it came or went', async () => {
    const order = await paid(30);
    const gone = await booked();
    const { today, total, revenue } = await counts();
    expect(today).toEqual({ orders: total, revenue });
    now += 6 * 60_000;
    const nothing = { orders: 0, revenue: 0 };
    expect(await counts()).toMatchObject({ today: nothing, yesterday: today });
    await refunded(order, 12);
    await shop.shopper.delete(`/booking/${gone}`);
    await booked();
    expect(await counts()).toMatchObject({
      today: { orders: 1, revenue: -12 },
      yesterday: { orders: today.orders - 1, revenue: today.revenue },
    });
  });
});

describe('GET /orders/days', () => {
  it('tells of each day up to today, oldest first, without gaps', async () => {
    await paid(3);
    now = Math.max(now, Date.parse('2026-03-02T00:01:00.000Z'));
    await booked();
    const { today, yesterday } = await counts();
    expect(Math.min(today.orders, yesterday.orders)).toBeGreaterThan(0);
    expect(await days(4)).toEqual([
      { day: '2026-02-27', orders: 0, revenue: 0 },
      { day: '2026-02-28', orders: 0, revenue: 0 },
      { day: '2026-03-01', ...yesterday },
      { day: '2026-03-02', ...today },
    ]);
    const year = await days(366);
    expect(new Set(year.map(({ day }) => day)).size).toBe(366);
    const { total, revenue } = await counts();
    expect(year.reduce((sum, { orders }) => sum + orders, 0)).toBe(total);
    expect(year.reduce((sum, day) => sum + cents(day.revenue), 0)).toBe(cents(revenue));
    expect((await shop.admin.get<OrderDay[]>('/orders/days')).body).toHaveLength(30);
  });

  it.each(['0', '367', '1.5', 'many'])('is refused for %s days', async (count) => {
    expectInvalid(await shop.admin.get(`/orders/days?days=${count}`), 'days');
  });
});

describe('GET /orders/tools', () => {
  it('tells first of the tools that brought most, by their names', async () => {
    const name = `Best Hammer ${randomUUID()}`;
    const { body } = await shop.admin.post<{ insertedId: string }>('/tool', newTool({ name, PerPrice: 5_000 }));
    const before = await tools();
    await paid(5_000, body.insertedId);
    const unsold = await addTool(shop.admin);
    await booked(19.99, unsold);
    const after = await tools();
    expect(after[0]).toEqual({ toolId: body.insertedId, toolName: name, orders: 1, revenue: 5_000 });
    expect(after).toContainEqual({ toolId: unsold, toolName: 'Test Hammer', orders: 1, revenue: 0 });
    expect(after).toHaveLength(before.length + 2);
    const revenues = after.map(({ revenue }) => revenue);
    expect(revenues).toEqual(revenues.toSorted((one, other) => other - one));
    expect((await shop.admin.get<OrderTool[]>('/orders/tools?limit=1')).body).toEqual(after.slice(0, 1));
  });

  it.each(['0', '101'])('is refused for %s tools', async (count) => {
    expectInvalid(await shop.admin.get(`/orders/tools?limit=${count}`), 'limit');
  });
});

describe('orders.counted', () => {
  it('is told to admins when they connect, and as orders come, as GET /orders/counts', async () => {
    const [admin, shopper] = await Promise.all([
      live(shop.origin, shop.admin.token),
      live(shop.origin, shop.shopper.token),
    ]);
    const { total, revenue } = await counts();
    await admin.next('orders.counted', { total, revenue });
    await booked();
    const told = await admin.next('orders.counted', { total: total + 1 });
    expect(orderCounts.parse(told)).toMatchObject(await recounted());
    expect(shopper.of('orders.counted')).toEqual([]);
  });
});
