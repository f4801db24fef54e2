import { describe, expect, it } from 'vitest';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { addTool, orderOf, signIn } from '../../testing/api-client.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { paidByWord } from './begun-payment.ts';

const aDay = 24 * 60 * 60_000;
let ahead = 0;
const shop = shopUnderTest({ TIMERS_EVERY: '20ms' }, { now: () => new Date(Date.now() + ahead) });

describe('an order that is not paid in time', () => {
  it('is listed no more after a day, and what it held is back', async () => {
    const toolId = await addTool(shop.admin, { Available: 5 });
    const order = orderOf(shop.shopper, toolId, 19.99);
    const ids = await Promise.all(
      ['expires', 'is paid'].map(async () => (await shop.shopper.post<{ insertedId: string }>('/booking', order)).body),
    );
    const [expires = '', paid = ''] = ids.map(({ insertedId }) => insertedId);
    await paidByWord(shop, shop.shopper, paid);
    const left = async () => (await shop.nobody.get<Tool>(`/tool/${toolId}`)).body.Available;
    expect(await left()).toBe(3);

    ahead = aDay + 1_000;
    await expect.poll(left, { timeout: 60_000 }).toBe(4);
    const later = await signIn(shop.origin, shop.shopper.email);
    expectProblem(await later.get(`/booking/${expires}`), 404);
    const { body } = await later.get(`/booking?personEmail=${later.email}`);
    expect(body).toMatchObject([{ _id: paid, status: 'paid' }]);
    expectProblem(await later.post('/create-payment-intent', { price: 19.99, bookingId: expires }), 404);
  });
});
