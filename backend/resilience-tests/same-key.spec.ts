import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Booking } from '../../modules/booking/contract.ts';
import type { Tool } from '../../modules/catalog/contract.ts';
import { type ApiClient, addTool, orderOf } from '../testing/api-client.ts';
import { asOften } from '../testing/as-often.ts';
import { type SeveralProcesses, severalProcesses } from './several-processes.ts';

const stock = 100;
const price = 19.99;
const runs = asOften(3, 10);

let shop: SeveralProcesses;
let buyer: ApiClient;

beforeAll(async () => {
  shop = await severalProcesses();
  [buyer = shop.admin] = await shop.people(1);
});
afterAll(() => shop?.end());

describe('one order that is sent 20 times at once under one key', () => {
  for (let run = 1; run <= runs; run++) {
    it(`is one order, run ${run}`, () => expectOneOrder([shop.admin.origin]));
  }
});

describe('one order that is sent 20 times at once under one key, to two processes', () => {
  beforeAll(async () => {
    await shop.another();
  });

  for (let run = 1; run <= runs; run++) {
    it(`is one order, run ${run}`, () => expectOneOrder(shop.origins));
  }

  it('is refused at the other process with another payload', async () => {
    const toolId = await addTool(shop.admin, { Available: stock, PerPrice: price });
    const headers = { 'idempotency-key': randomUUID() };
    const [here, there] = shop.origins.map((origin) => buyer.at(origin));
    const first = await here?.post('/booking', orderOf(buyer, toolId, price), { headers });
    const other = await there?.post('/booking', orderOf(buyer, toolId, 2 * price, { quantity: 2 }), { headers });
    expect([first?.status, other?.status]).toEqual([201, 409]);
    expect((await shop.admin.get<Tool>(`/tool/${toolId}`)).body.Available).toBe(stock - 1);
  });
});

async function expectOneOrder(origins: readonly string[]): Promise<void> {
  const toolId = await addTool(shop.admin, { Available: stock, PerPrice: price });
  const order = orderOf(buyer, toolId, price);
  const headers = { 'idempotency-key': randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      buyer.at(origins[n % origins.length] ?? '').post<{ insertedId: string }>('/booking', order, { headers }),
    ),
  );
  const { body } = await shop.admin.get<Booking[]>('/booking');
  const orders = body.filter((booking) => booking.toolId === toolId);
  expect(orders).toHaveLength(1);
  for (const answer of answers) {
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ acknowledged: true, insertedId: orders[0]?._id });
  }
  expect((await shop.admin.get<Tool>(`/tool/${toolId}`)).body.Available).toBe(stock - 1);
}
