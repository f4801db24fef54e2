import { describe, expect, it } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { addTool, orderOf, signIn } from '../../testing/api-client.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { paidByWord } from './begun-payment.ts';

type Inserted = { insertedId: string };

const anHour = 60 * 60_000;
let ahead = 0;
const shop = shopUnderTest(
  { TIMERS_EVERY: '20ms', LARGE_ORDER_TTL: '1h' },
  { now: () => new Date(Date.now() + ahead) },
);

const order = async (toolId: string, quantity: number) =>
  (await shop.shopper.post<Inserted>('/booking', orderOf(shop.shopper, toolId, 19.99 * quantity, { quantity }))).body;

describe('an order of more than half of what is on the shelf', () => {
  it('expires after an hour when it is not paid, if it is more than the minimum', async () => {
    const [hall, crate] = await Promise.all([
      addTool(shop.admin, { Available: 500 }),
      addTool(shop.admin, { Available: 10, MinimumOrder: 8 }),
    ]);
    const left = async () => {
      const tools = await Promise.all([hall, crate].map((id) => shop.nobody.get<Tool>(`/tool/${id}`)));
      return tools.map(({ body }) => body.Available);
    };
    const half = await order(hall, 250);
    const most = await order(hall, 200);
    const paid = await order(hall, 40);
    const least = await order(crate, 8);
    const shown = await Promise.all(
      [half, most, paid, least].map(({ insertedId }) => shop.shopper.get<Booking>(`/booking/${insertedId}`)),
    );
    expect(shown.map(({ body }) => body.large)).toEqual([undefined, true, true, undefined]);
    await paidByWord(shop, shop.shopper, paid.insertedId, 19.99 * 40);
    expect(await left()).toEqual([10, 2]);

    ahead = anHour + 1_000;
    await expect.poll(left, { timeout: 60_000 }).toEqual([210, 2]);
    const later = await signIn(shop.origin, shop.shopper.email);
    expectProblem(await later.get(`/booking/${most.insertedId}`), 404);
    const { body } = await later.get<Booking[]>(`/booking?personEmail=${later.email}`);
    expect(body.map(({ _id }) => _id).toSorted()).toEqual(
      [half, paid, least].map((each) => each.insertedId).toSorted(),
    );
  });
});
