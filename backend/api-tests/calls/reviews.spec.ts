import { describe, expect, it } from 'vitest';
import type { Review } from '../../../modules/reviews/contract.ts';
import { pagesOf } from '../../testing/shops/pages-of.ts';
import { expectInvalid, expectPosition, expectProblem } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();

const said = { review: 'Good hammers', description: 'They hit nails.' };

describe('POST /reviews', () => {
  it('publishes a review under its writer’s name', async () => {
    const before = Date.now();
    const reply = await shop.shopper.post<{ insertedId: string }>('/reviews', { ...said, name: 'Somebody else' });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({ acknowledged: true, insertedId: expect.any(String) });
    expectPosition(reply);
    const { body } = await shop.nobody.get<Review[]>('/reviews?limit=1');
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(body).toEqual([{ _id: reply.body.insertedId, ...said, name: 'Test Shopper', at }]);
    expect(Date.parse(body[0]?.at ?? '')).toBeGreaterThanOrEqual(before);
  });

  it('keeps markup and any script as they were written', async () => {
    const written = { review: '<script>alert(1)</script> 🔧', description: '"ключ"\n\u2028مفتاح \\u0041' };
    await shop.shopper.post('/reviews', written);
    const { body, headers } = await shop.nobody.get<Review[]>('/reviews?limit=1');
    expect(body[0]).toMatchObject({
      review: written.review,
      description: expect.stringContaining('"ключ"\n\u2028مفتاح'),
    });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('takes 120 and 2,000 characters', async () => {
    const longest = { review: 'x'.repeat(120), description: 'y'.repeat(2_000) };
    expect((await shop.shopper.post('/reviews', longest)).status).toBe(201);
  });

  it.each([
    ['review', ''],
    ['review', ' \n '],
    ['review', 'x'.repeat(121)],
    ['review', 7],
    ['review', null],
    ['review', 'a\u0000b'],
    ['description', 'a\ud83d'],
    ['description', ''],
    ['description', 'x'.repeat(2_001)],
    ['description', ['a']],
  ])('refuses %s as %j', async (field, value) =>
    expectInvalid(await shop.shopper.post('/reviews', { ...said, [field]: value }), field),
  );
});

describe('GET /reviews', () => {
  it('lists them newest first, a page at a time or all at once', async () => {
    for (let n = 1; n <= 5; n++) await shop.shopper.post('/reviews', { ...said, review: `Review ${n}` });
    const { body: all } = await shop.nobody.get<Review[]>('/reviews');
    const times = all.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    expect(all.slice(0, 5).map(({ review }) => review)).toEqual([5, 4, 3, 2, 1].map((n) => `Review ${n}`));
    const pages = await pagesOf<Review>(shop.nobody, '/reviews?limit=4');
    expect(pages.flat()).toEqual(all);
    expect(pages.map(({ length }) => length).slice(0, -1)).toEqual(pages.slice(1).map(() => 4));
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=x', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['after=x', 'after'],
    ['after=', 'after'],
    [`after=${'x'.repeat(1_001)}`, 'after'],
  ])('refuses ?%s', async (query, path) => expectInvalid(await shop.nobody.get(`/reviews?${query}`), path));

  it('refuses the cursor of another list', async () => {
    const { headers } = await shop.nobody.get('/tool?limit=1');
    const after = /after=([^>&]+)/.exec(headers.get('link') ?? '')?.[1];
    expectProblem(await shop.nobody.get(`/reviews?after=${after}`), 400, 'This is not a cursor of this list.');
  });
});
