import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { OwnReview, Review } from '../../../modules/reviews/contract.ts';
import { type ApiClient, addTool, orderOf, signUp } from '../../testing/api-client.ts';
import { pagesOf } from '../../testing/shops/pages-of.ts';
import { expectInvalid, expectPosition, expectProblem } from '../http/expect-problem.ts';
import { paidByWord } from '../orders/begun-payment.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest({ REVIEWS_PER_DAY: '3' });

const said = { review: 'Holds', description: 'Through a whole winter.' };
const of = (toolId: string, rating = 4) => ({ ...said, toolId, rating });
const post = (who: ApiClient, body: object, headers = {}) =>
  who.post<{ insertedId: string }>('/reviews', body, { headers });
const listed = async (query = '') => (await shop.nobody.get<Review[]>(`/reviews?${query}`)).body;
const mine = async (who: ApiClient) => (await who.get<OwnReview[]>('/reviews/mine')).body;

async function ordered(who: ApiClient, toolId: string): Promise<string> {
  return (await who.post<{ insertedId: string }>('/booking', orderOf(who, toolId, 19.99))).body.insertedId;
}

describe('a review of a tool', () => {
  it('says which, how many stars, and nothing of having bought it', async () => {
    const who = await signUp(shop.origin);
    const toolId = await addTool(shop.admin, { name: 'Claw' });
    await ordered(who, toolId);
    const reply = await post(who, { ...of(toolId), bought: true, toolName: 'Gold' });
    expect(reply.status).toBe(201);
    expectPosition(reply);
    const shown = await listed(`toolId=${toolId}`);
    expect(shown).toEqual([
      { _id: reply.body.insertedId, ...of(toolId), toolName: 'Claw', name: 'Test Shopper', at: expect.any(String) },
    ]);
    expect(await listed('limit=1')).toEqual(shown);
  });

  it('is marked as bought here once its writer has paid for one', async () => {
    const who = await signUp(shop.origin);
    const toolId = await addTool(shop.admin);
    const bookingId = await ordered(who, toolId);
    await paidByWord(shop, who, bookingId);
    expect((await post(who, of(toolId))).status).toBe(201);
    expect(await listed(`toolId=${toolId}`)).toMatchObject([{ bought: true }]);
  });

  it('is one of each person, of twenty at once, and the others count for nothing', async () => {
    const who = await signUp(shop.origin);
    const [toolId, another] = [await addTool(shop.admin), await addTool(shop.admin)];
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(who, of(toolId))));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await listed(`toolId=${toolId}`)).toHaveLength(1);
    const patient = await signUp(shop.origin);
    expect((await post(patient, of(toolId))).status).toBe(201);
    for (let n = 1; n <= 4; n++) {
      expectProblem(await post(patient, of(toolId, 1)), 409, 'You have reviewed this tool already.');
    }
    expect((await post(patient, of(another))).status).toBe(201);
  });

  it('is answered the same for the same key, which is good for no other tool', async () => {
    const who = await signUp(shop.origin);
    const [toolId, another] = [await addTool(shop.admin), await addTool(shop.admin)];
    const headers = { 'idempotency-key': randomUUID() };
    const first = await post(who, of(toolId), headers);
    expect((await post(who, of(toolId), headers)).body).toEqual(first.body);
    const used = 'This Idempotency-Key was used before with another request.';
    expectProblem(await post(who, of(toolId, 2), headers), 409, used);
    expectProblem(await post(who, of(another), headers), 409, used);
    expect(await listed(`toolId=${another}`)).toEqual([]);
  });

  it('is of a tool that there is', async () =>
    expectProblem(await post(shop.shopper, of(randomUUID())), 404, 'There is no such tool.'));

  it.each([0, 6, 3.5, '4', null])('refuses %j stars', async (rating) =>
    expectInvalid(await post(shop.shopper, { ...of('t1'), rating }), 'rating'),
  );

  it('has stars, and only a tool has', async () => {
    expectInvalid(await post(shop.shopper, { ...said, toolId: 't1' }), 'rating');
    expectInvalid(await post(shop.shopper, { ...said, rating: 4 }), 'rating');
  });

  it('is listed by pages with the others of the tool', async () => {
    const toolId = await addTool(shop.admin);
    for (let n = 1; n <= 3; n++) await post(await signUp(shop.origin), of(toolId, n));
    const pages = await pagesOf<Review>(shop.nobody, `/reviews?toolId=${toolId}&limit=2`);
    expect(pages.map((page) => page.map(({ rating }) => rating))).toEqual([[3, 2], [1]]);
  });
});

describe('a review that an admin hides', () => {
  const reason = 'It names a neighbour.';
  const hide = (id: string) => shop.admin.post(`/reviews/${id}/hide`, { reason });

  it('is seen by its writer, with why, by admins, and by nobody else; until it is shown again', async () => {
    const who = await signUp(shop.origin);
    const toolId = await addTool(shop.admin);
    const { insertedId: id } = (await post(who, of(toolId))).body;
    const [before] = await listed(`toolId=${toolId}`);
    const reply = await hide(id);
    expect(reply).toMatchObject({ status: 200, body: { acknowledged: true } });
    expectPosition(reply);
    expect(await listed(`toolId=${toolId}`)).toEqual([]);
    expect((await listed()).map(({ _id }) => _id)).not.toContain(id);
    const hidden = { ...before, hidden: { reason, at: expect.any(String) } };
    expect(await mine(who)).toEqual([hidden]);
    expect((await shop.admin.get<OwnReview[]>('/reviews/hidden')).body).toContainEqual(hidden);
    expect(await mine(shop.other)).toEqual([]);
    const ofTool = async (who: ApiClient, list: string, tool = toolId) =>
      (await who.get<OwnReview[]>(`/reviews/${list}?toolId=${tool}`)).body;
    expect(await ofTool(who, 'mine')).toEqual([hidden]);
    expect(await ofTool(shop.other, 'mine')).toEqual([]);
    expect(await ofTool(shop.admin, 'hidden')).toEqual([hidden]);
    expect(await ofTool(shop.admin, 'hidden', randomUUID())).toEqual([]);
    expectProblem(await post(who, of(toolId)), 409, 'You have reviewed this tool already.');

    expect((await shop.admin.post(`/reviews/${id}/show`)).status).toBe(200);
    expect(await listed(`toolId=${toolId}`)).toEqual([before]);
    expect(await mine(who)).toEqual([before]);
    expect(await ofTool(who, 'mine')).toEqual([before]);
    expect(await ofTool(shop.admin, 'hidden')).toEqual([]);
  });

  it('keeps the first reason when it is hidden twice', async () => {
    const who = await signUp(shop.origin);
    const { insertedId: id } = (await post(who, said)).body;
    await hide(id);
    expect((await shop.admin.post(`/reviews/${id}/hide`, { reason: 'Another' })).status).toBe(200);
    expect(await mine(who)).toMatchObject([{ hidden: { reason } }]);
  });

  it('is told in the history, with the reason', async () => {
    const { insertedId: id } = (await post(await signUp(shop.origin), said)).body;
    await hide(id);
    const { body } = await shop.admin.get<{ sentence: string }[]>(`/history?entity=review:${id}&limit=1`);
    expect(body[0]?.sentence).toBe(`Demo Admin hid a review by Test Shopper: ${reason}`);
  });

  it('needs a reason, and a review', async () => {
    const { insertedId: id } = (await post(await signUp(shop.origin), said)).body;
    expectInvalid(await shop.admin.post(`/reviews/${id}/hide`, { reason: ' ' }), 'reason');
    expectProblem(await hide(randomUUID()), 404, 'There is no such review.');
    expectProblem(await shop.admin.post(`/reviews/${randomUUID()}/show`), 404, 'There is no such review.');
  });

  it('says why to nobody once its writer is forgotten', async () => {
    const who = await signUp(shop.origin);
    const { insertedId: id } = (await post(who, said)).body;
    await hide(id);
    expect((await who.call('DELETE', '/me', { body: { password: 'a long enough secret' } })).status).toBe(204);
    const { body } = await shop.admin.get<OwnReview[]>('/reviews/hidden');
    expect(body.find(({ _id }) => _id === id)).toMatchObject({ name: 'erased', hidden: { reason: 'erased' } });
  });
});

describe('the rating of a tool', () => {
  it('is the average of who bought it here, as they and admins change it; others count among the reviews alone', async () => {
    const toolId = await addTool(shop.admin, { Ratings: 4.5 });
    const rating = async () => {
      const { Ratings, reviews, stars } = (await shop.nobody.get<Tool>(`/tool/${toolId}`)).body;
      return [Ratings, reviews, stars];
    };
    const written: string[] = [];
    for (const stars of [2, 5]) {
      const buyer = await signUp(shop.origin);
      await paidByWord(shop, buyer, await ordered(buyer, toolId));
      written.push((await post(buyer, of(toolId, stars))).body.insertedId);
    }
    await post(await signUp(shop.origin), of(toolId, 1));
    expect(await rating()).toEqual([3.5, 3, [0, 1, 0, 0, 1]]);
    await shop.admin.post(`/reviews/${written[0]}/hide`, { reason: 'Not of this tool.' });
    expect(await rating()).toEqual([5, 2, [0, 0, 0, 0, 1]]);
    await shop.admin.post(`/reviews/${written[1]}/hide`, { reason: 'Not of this tool.' });
    expect(await rating()).toEqual([4.5, 1, undefined]);
    await shop.admin.post(`/reviews/${written[0]}/show`);
    expect(await rating()).toEqual([2, 2, [0, 1, 0, 0, 0]]);
  });
});
