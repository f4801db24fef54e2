import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { CheckedOut } from '../../../modules/booking/checkouts/contract.ts';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Cart } from '../../../modules/cart/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { Problem } from '../../../modules/kernel/wire/wire.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { type ApiClient, addTool, changedTool, confirmInSandbox, signIn, signUp } from '../../testing/api-client.ts';
import { expectInvalid, expectPosition, expectProblem } from '../http/expect-problem.ts';
import { openShop, secondNodeOf, shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();
const second = secondNodeOf(shop);

type Line = { toolId: string; quantity: number; price: number };
const line = (toolId: string, quantity = 1, price = Math.round(quantity * 1999) / 100): Line => {
  return { toolId, quantity, price };
};
const address = { location: '1 Test Street', phone: '+1 555 0100' };
const checkOut = (who: ApiClient, lines: readonly unknown[], but: object = {}, headers: Record<string, string> = {}) =>
  who.post<CheckedOut>('/checkout', { lines, ...address, ...but }, { headers });
const left = async (toolId: string, at = shop.nobody) => (await at.get<Tool>(`/tool/${toolId}`)).body.Available;
const errorsOf = ({ body }: { body: unknown }) => (body as Problem).errors;
const ordersOf = async (who: ApiClient) => (await who.get<Booking[]>(`/booking?personEmail=${who.email}`)).body;

describe('POST /checkout', () => {
  it('makes one order a line, in the order of the lines, and shows them all with the answer', async () => {
    const buyer = await signUp(shop.origin);
    const tools = [await addTool(shop.admin), await addTool(shop.admin), await addTool(shop.admin)].sort().reverse();
    const reply = await checkOut(
      buyer,
      tools.map((toolId, index) => line(toolId, index + 1)),
    );
    expect(reply).toMatchObject({ status: 201, body: { acknowledged: true, price: 119.94 } });
    expectPosition(reply);
    const { insertedIds } = reply.body;
    for (const [index, toolId] of tools.entries()) {
      const there = (await buyer.at(second.origin).get<Booking>(`/booking/${insertedIds[index]}`)).body;
      expect(there).toMatchObject({ ...address, toolId, quantity: index + 1, paid: false, buyerName: 'Test Shopper' });
      expect(await left(toolId, shop.nobody.at(second.origin))).toBe(10 - (index + 1));
    }
  });

  it('names each line that cannot be had or costs something else, and holds nothing', async () => {
    const [fine, short, dear, least] = await Promise.all([
      addTool(shop.admin),
      addTool(shop.admin, { Available: 2 }),
      addTool(shop.admin),
      addTool(shop.admin, { MinimumOrder: 5 }),
    ]);
    const gone = randomUUID();
    const buyer = await signUp(shop.origin);
    const reply = await checkOut(buyer, [line(fine), line(short, 3), line(dear, 2, 39.99), line(gone), line(least, 2)]);
    expectProblem(reply, 409, 'Some of this cannot be ordered as it is. Nothing was ordered.');
    expect(errorsOf(reply)).toEqual([
      { path: 'lines.1', message: 'Only 2 left' },
      { path: 'lines.2', message: 'The price of 2 is 39.98 ($39.98).' },
      { path: 'lines.3', message: 'There is no such tool.' },
      { path: 'lines.4', message: 'You have to purchase atleast 5 items' },
    ]);
    expect(await Promise.all([fine, short, dear, least].map((toolId) => left(toolId)))).toEqual([10, 2, 10, 10]);
    expect(await ordersOf(buyer)).toEqual([]);
  });

  it('takes 1 to 50 lines, each tool once, and an address', async () => {
    const toolId = await addTool(shop.admin);
    expectInvalid(await checkOut(shop.shopper, []), 'lines');
    expectInvalid(await checkOut(shop.shopper, [line(toolId), line(toolId)]), 'lines');
    const many = Array.from({ length: 51 }, () => line(randomUUID()));
    expectInvalid(await checkOut(shop.shopper, many), 'lines');
    expectInvalid(await checkOut(shop.shopper, [line(toolId)], { location: ' ', phone: 'x' }), 'location', 'phone');
    expectInvalid(await checkOut(shop.shopper, [line(toolId, 0, -1)]), 'lines.0.quantity', 'lines.0.price');
    expectInvalid(await checkOut(shop.shopper, [line(toolId, 1, 1.999)]), 'lines.0.price');
    expectInvalid(await checkOut(shop.shopper, [line(toolId, 1, 36_000_000_000_000.02)]), 'lines.0.price');
    const [dear, another] = [line(toolId, 1, 2e13), line(await addTool(shop.admin), 1, 2e13)];
    expectProblem(await checkOut(shop.shopper, [dear, another]), 400, 'The price of all of it together is too large.');
    expect(await left(toolId)).toBe(10);
  });

  it('is one checkout under one key, and refuses another under it', async () => {
    const [one, other] = [await addTool(shop.admin), await addTool(shop.admin, { Available: 1 })];
    const buyer = await signUp(shop.origin);
    const headers = { 'idempotency-key': randomUUID() };
    const lines = [line(one), line(other)];
    const replies = await Promise.all([1, 2, 3, 4].map(() => checkOut(buyer, lines, {}, headers)));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
    expect(await ordersOf(buyer)).toHaveLength(2);
    expectProblem(await checkOut(buyer, [line(one)], {}, headers), 409, /Idempotency-Key/);
    expectProblem(await checkOut(buyer, lines, { location: 'Elsewhere' }, headers), 409, /Idempotency-Key/);
    expect([await left(one), await left(other)]).toEqual([9, 0]);
  });

  it('places what costs nothing as paid, and is paid by one payment otherwise', async () => {
    const buyer = await signUp(shop.origin);
    const [free, ...rest] = [
      await addTool(shop.admin, { PerPrice: 0 }),
      await addTool(shop.admin),
      await addTool(shop.admin),
    ];
    const { body } = await checkOut(buyer, [line(free ?? '', 1, 0), ...rest.map((toolId) => line(toolId))]);
    expect(body.price).toBe(39.98);
    const [paid, ...bookingIds] = body.insertedIds;
    expect((await buyer.get<Booking>(`/booking/${paid}`)).body).toMatchObject({ status: 'paid', price: 0 });
    const intent = await buyer.post<{ clientSecret: string }>('/create-payment-intent', { price: 39.98, bookingIds });
    expect(await confirmInSandbox(shop.origin, intent.body.clientSecret, '4242424242424242')).toBe(200);
    await vi.waitFor(
      async () => expect((await ordersOf(buyer)).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']),
      60_000,
    );
  });

  it('takes what was ordered out of the account’s cart, and leaves the rest', async () => {
    const buyer = await signUp(shop.origin);
    const [ordered, stays] = [await addTool(shop.admin), await addTool(shop.admin)];
    await buyer.put('/cart', {
      lines: [
        { toolId: ordered, quantity: 3 },
        { toolId: stays, quantity: 1 },
      ],
    });
    await checkOut(buyer, [line(ordered)]);
    for (const at of [buyer, buyer.at(second.origin)]) {
      expect((await at.get<Cart>('/cart')).body).toEqual({ lines: [{ toolId: stays, quantity: 1 }] });
    }
  });

  it('lets in a cart of more lines than one may have orders, and nothing after it until some are paid', async () => {
    const strict = await openShop({ UNPAID_ORDERS: '2' });
    try {
      const buyer = await signUp(strict.origin);
      const seller = await signIn(strict.origin, demoAdmin.email, demoPassword);
      const tools = await Promise.all([1, 2, 3, 4].map(() => addTool(seller)));
      expect(
        (
          await checkOut(
            buyer,
            tools.slice(0, 3).map((toolId) => line(toolId)),
          )
        ).status,
      ).toBe(201);
      expectProblem(await checkOut(buyer, [line(tools[3] ?? '')]), 409, /at most 2 orders without a payment/);
    } finally {
      await strict.end();
    }
  });
});

describe('carts of several people at once, at two nodes', () => {
  it('never oversell, never hold half, and never charge for another sum than was shown', async () => {
    const stocks = [30, 5, 6];
    const tools = await Promise.all(stocks.map((Available) => addTool(shop.admin, { Available })));
    const people = await Promise.all(Array.from({ length: 12 }, () => signUp(shop.origin)));
    const carts = people.map((_, n) => {
      const some = tools.filter((_tool, index) => n % 4 === 3 || index !== n % 4);
      // In other orders than each other.
      return (n % 2 ? some : some.toReversed()).map((toolId, index) => line(toolId, 1 + ((n + index) % 2)));
    });
    const [dearer = ''] = tools;
    const asked = people.map((who, n) => () => checkOut(n % 2 ? who : who.at(second.origin), carts[n] ?? []));
    const early = asked.slice(0, 6).map((ask) => ask());
    // While nothing but pieces is short, whoever holds some of the last tool in order gets the whole cart.
    await Promise.any(early.map(async (reply) => expect((await reply).status).toBe(201)));
    const repriced = shop.admin.put(`/tool/${dearer}`, changedTool(0, { PerPrice: 24.99 }));
    const replies = await Promise.all([...early, ...asked.slice(6).map((ask) => ask())]);
    expect((await repriced).status).toBe(200);
    const bought = new Map<string, number>();
    for (const [n, reply] of replies.entries()) {
      const orders = await ordersOf(people[n] as ApiClient);
      if (reply.status !== 201) {
        expectProblem(reply, 409);
        expect(errorsOf(reply)?.every(({ message }) => /^Only \d left$|^The price of /.test(message))).toBe(true);
        expect(orders).toEqual([]);
        continue;
      }
      const cart = carts[n] ?? [];
      expect(orders.map(({ _id }) => _id).sort()).toEqual(reply.body.insertedIds.toSorted());
      expect(orders.reduce((sum, { price }) => sum + price * 100, 0)).toBeCloseTo(reply.body.price * 100);
      expect(reply.body.price).toBeCloseTo(cart.reduce((sum, { price }) => sum + price, 0));
      for (const { toolId, quantity } of orders) bought.set(toolId, (bought.get(toolId) ?? 0) + quantity);
    }
    for (const [index, had] of stocks.entries()) {
      const toolId = tools[index] ?? '';
      expect(await left(toolId)).toBe(had - (bought.get(toolId) ?? 0));
      expect(await left(toolId)).toBeGreaterThanOrEqual(0);
    }
    expect(replies.some(({ status }) => status === 409)).toBe(true);
  });
});
