import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Review } from '../../modules/reviews/contract.ts';
import { type ApiClient, signIn, signUp } from '../testing/api-client.ts';
import type { RunningShop } from '../testing/running-shop.ts';
import { expectProblem } from './expect-problem.ts';
import { openShop, shopUnderTest } from './shop-under-test.ts';

const bounds = { REVIEWS_PER_DAY: '20' };
const aDay = 24 * 60 * 60_000;
let ahead = 0;
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

    ahead += aDay;
    expect((await write(await signIn(shop.origin, writer.email))).status).toBe(201);
  });
});
