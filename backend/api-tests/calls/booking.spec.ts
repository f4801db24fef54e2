import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { type ApiClient, addTool, orderOf } from '../../testing/api-client.ts';
import { expectInvalid, expectPosition, expectProblem } from '../http/expect-problem.ts';
import { strangeIds } from '../http/strange-ids.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();

const book = (who: ApiClient, toolId: string, price = 19.99, but: object = {}) =>
  who.post<{ acknowledged: true; insertedId: string }>('/booking', orderOf(who, toolId, price, { ...but }));
const left = async (toolId: string) => (await shop.nobody.get<Tool>(`/tool/${toolId}`)).body.Available;

describe('POST /booking', () => {
  it('orders what the tool’s MinimumOrder says, with the server’s own names', async () => {
    const toolId = await addTool(shop.admin, { name: 'Claw', MinimumOrder: 3, Available: 10, PerPrice: 0.29 });
    const reply = await book(shop.shopper, toolId, 0.87, {
      toolName: 'Gold Bar',
      buyerName: 'Somebody Else',
      personEmail: shop.shopper.email.toUpperCase(),
      paid: true,
      _id: 'mine',
    });
    expect(reply).toMatchObject({ status: 201, body: { acknowledged: true, insertedId: expect.any(String) } });
    expect(Object.keys(reply.body)).toEqual(['acknowledged', 'insertedId']);
    expectPosition(reply);
    expect((await shop.shopper.get(`/booking/${reply.body.insertedId}`)).body).toEqual({
      _id: reply.body.insertedId,
      toolId,
      toolName: 'Claw',
      personEmail: shop.shopper.email,
      location: '1 Test Street',
      phone: '+1 555 0100',
      buyerName: 'Test Shopper',
      quantity: 3,
      price: 0.87,
      paid: false,
      status: 'unpaid',
      refunded: 0,
      fulfilment: 'none',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    });
    expect(await left(toolId)).toBe(7);
  });

  it('minds no name that is null, as of who has not said one: it is not what counts', async () => {
    const toolId = await addTool(shop.admin, { name: 'Claw' });
    const { body } = await book(shop.shopper, toolId, 19.99, { toolName: null, buyerName: null });
    const names = { toolName: 'Claw', buyerName: 'Test Shopper' };
    expect((await shop.shopper.get(`/booking/${body.insertedId}`)).body).toMatchObject(names);
  });

  it('takes a quantity, and its price to the cent', async () => {
    const toolId = await addTool(shop.admin, { PerPrice: 1.1, Available: 10 });
    const { body } = await book(shop.shopper, toolId, 3.3, { quantity: 3 });
    expect((await shop.shopper.get(`/booking/${body.insertedId}`)).body).toMatchObject({ quantity: 3, price: 3.3 });
    for (const price of [3.29, 3.31, 1.1, 0]) {
      const reply = await book(shop.shopper, toolId, price, { quantity: 3 });
      expectProblem(reply, 409, 'The price of 3 is 3.3 ($3.30).');
    }
    expect(await left(toolId)).toBe(7);
  });

  it('places what costs nothing as paid, with amount 0 and no provider', async () => {
    const toolId = await addTool(shop.admin, { PerPrice: 0, TotalPrice: 0 });
    expectProblem(await book(shop.shopper, toolId, 1), 409, 'The price of 1 is 0 ($0.00).');
    const order = { ...orderOf(shop.shopper, toolId, 0), quantity: 2 };
    const headers = { 'idempotency-key': randomUUID() };
    const [first, again] = await Promise.all(
      [1, 2].map(() => shop.shopper.post<{ insertedId: string }>('/booking', order, { headers })),
    );
    expect(again).toMatchObject({ status: 201, body: first?.body });
    const path = `/booking/${first?.body.insertedId}`;
    expect((await shop.shopper.get(path)).body).toMatchObject({ price: 0, paid: true, status: 'paid', quantity: 2 });
    await shop.shopper.delete(`/booking?personEmail=${shop.shopper.email}`);
    expect((await shop.shopper.get(path)).status).toBe(200);
    expect(await left(toolId)).toBe(8);
  });

  it('says how many are left when more are wanted', async () => {
    const toolId = await addTool(shop.admin, { Available: 2 });
    expectProblem(await book(shop.shopper, toolId, 59.97, { quantity: 3 }), 409, 'Only 2 left');
    expect((await book(shop.shopper, toolId, 39.98, { quantity: 2 })).status).toBe(201);
    expectProblem(await book(shop.shopper, toolId), 409, 'Only 0 left');
  });

  it('refuses less than the MinimumOrder', async () => {
    const toolId = await addTool(shop.admin, { MinimumOrder: 3 });
    const reply = await book(shop.shopper, toolId, 39.98, { quantity: 2 });
    expectInvalid(reply, 'quantity');
    expectProblem(reply, 400, 'You have to purchase atleast 3 items');
  });

  it('never sells the last pieces twice', async () => {
    const toolId = await addTool(shop.admin, { Available: 5 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => book(n % 2 ? shop.shopper : shop.other, toolId)),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
    for (const reply of replies.filter(({ status }) => status !== 201)) expectProblem(reply, 409, 'Only 0 left');
    expect(await left(toolId)).toBe(0);
  });

  it('is for oneself only, also for admins', async () => {
    const toolId = await addTool(shop.admin);
    for (const who of [shop.other, shop.admin]) {
      expectProblem(await who.post('/booking', orderOf(shop.shopper, toolId, 19.99)), 403);
    }
    expect(await left(toolId)).toBe(10);
  });

  it.each(strangeIds.filter((id) => id.length <= 200))('finds no tool %j', async (toolId) =>
    expectProblem(await book(shop.shopper, toolId), 404, 'There is no such tool.'),
  );

  it.each([
    ['toolId', ''],
    ['toolId', 7],
    ['toolId', 'x'.repeat(201)],
    ['personEmail', 'me'],
    ['location', ' '],
    ['location', 'x'.repeat(301)],
    ['phone', ''],
    ['phone', 'abc'],
    ['phone', '12'],
    ['phone', '1 800 FLOWERS'],
    ['phone', '1'.repeat(41)],
    ['price', '19.99'],
    ['price', -1],
    ['price', null],
    ['price', ''],
    ['price', undefined],
    ['price', 0.001],
    ['price', 1e300],
    ['quantity', 0],
    ['quantity', -1],
    ['quantity', 1.5],
    ['quantity', '1'],
    ['quantity', 1e30],
    ['quantity', 2e9],
  ])('refuses %s as %j', async (field, value) => {
    const order = orderOf(shop.shopper, await addTool(shop.admin), 19.99, { [field]: value });
    expectInvalid(await shop.shopper.post('/booking', order), field);
  });
});
