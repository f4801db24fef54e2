import { describe, expect, it } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { type ApiClient, addTool, orderOf, signUp } from '../../testing/api-client.ts';
import { pagesOf } from '../../testing/shops/pages-of.ts';
import { expectInvalid, expectPosition, expectProblem } from '../http/expect-problem.ts';
import { strangeIds } from '../http/strange-ids.ts';
import { paidByWord } from '../orders/begun-payment.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();

const book = (who: ApiClient, toolId: string, price = 19.99, but: object = {}) =>
  who.post<{ acknowledged: true; insertedId: string }>('/booking', orderOf(who, toolId, price, { ...but }));
const booked = async (who = shop.shopper) => (await book(who, await addTool(shop.admin))).body.insertedId;
const left = async (toolId: string) => (await shop.nobody.get<Tool>(`/tool/${toolId}`)).body.Available;
const pay = (bookingId: string, who = shop.shopper) => paidByWord(shop, who, bookingId);

describe('GET /booking', () => {
  it('lists a person’s orders newest first, a page at a time or all at once', async () => {
    const buyer = await signUp(shop.origin);
    const toolId = await addTool(shop.admin);
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await book(buyer, toolId)).body.insertedId);
    const path = `/booking?personEmail=${encodeURIComponent(buyer.email.toUpperCase())}`;
    for (const who of [buyer, shop.admin]) {
      const { body, headers } = await who.get<Booking[]>(path);
      expect(body.map(({ _id }) => _id)).toEqual(ids);
      expect(headers.get('total-count')).toBe('5');
      expect((await who.get(`${path}&limit=1`)).headers.get('total-count')).toBe('5');
      const pages = await pagesOf<Booking>(who, `${path}&limit=2`);
      expect(pages.map((page) => page.map(({ _id }) => _id))).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    }
  });

  it('lists and deletes the orders of an address with a +, also where it stands in the query as it is written', async () => {
    const buyer = await signUp(shop.origin, 'Plus Shopper', `plus+tools+${Date.now()}@inventory.example`);
    const ids = [await booked(buyer), await booked(buyer)].reverse();
    const path = `/booking?personEmail=${buyer.email}`;
    for (const who of [buyer, shop.admin]) {
      expect((await who.get<Booking[]>(path)).body.map(({ _id }) => _id)).toEqual(ids);
      expect((await pagesOf<Booking>(who, `${path}&limit=1`)).flat().map(({ _id }) => _id)).toEqual(ids);
    }
    expect((await buyer.delete(path)).body).toEqual({ acknowledged: true, deletedCount: 2 });
  });

  it('lists all orders for admins', async () => {
    const ids = [await booked(shop.other), await booked(shop.shopper)];
    const { body } = await shop.admin.get<Booking[]>('/booking');
    expect(body.slice(0, 2).map(({ _id }) => _id)).toEqual(ids.reverse());
    expect((await pagesOf<Booking>(shop.admin, '/booking?limit=3')).flat()).toEqual(body);
    expectProblem(await shop.shopper.get('/booking'), 403, 'Only admins may see all orders.');
  });

  it('shows nobody the orders of others', async () => {
    expectProblem(await shop.other.get(`/booking?personEmail=${shop.shopper.email}`), 403);
    expectProblem(await shop.other.get('/booking?personEmail=nobody@inventory.example'), 403);
    expect((await shop.admin.get('/booking?personEmail=nobody@inventory.example')).body).toEqual([]);
  });

  it('refuses a cursor of somebody else’s list', async () => {
    await Promise.all([booked(), booked()]);
    const { headers } = await shop.shopper.get(`/booking?personEmail=${shop.shopper.email}&limit=1`);
    const after = /after=([^>&]+)/.exec(headers.get('link') ?? '')?.[1];
    expectInvalid(await shop.other.get(`/booking?personEmail=${shop.other.email}&after=${after}`), 'after');
  });

  it.each([
    ['personEmail=me', 'personEmail'],
    ['personEmail=', 'personEmail'],
    ['personEmail=a@b.com&personEmail=c@d.com', 'personEmail'],
    ['limit=0', 'limit'],
    ['after=x', 'after'],
  ])('refuses ?%s', async (query, path) => expectInvalid(await shop.admin.get(`/booking?${query}`), path));
});

describe('GET and DELETE /booking/{id}', () => {
  it('are for its owner and for admins; for others there is no such order', async () => {
    const path = `/booking/${await booked()}`;
    const unknown = await shop.other.get('/booking/00000000-0000-8000-8000-000000000000');
    for (const refused of [await shop.other.get(path), await shop.other.delete(path)]) {
      expectProblem(refused, 404, 'There is no such order.');
      expect(refused.text).toBe(unknown.text);
    }
    expect((await shop.admin.get(path)).body).toEqual((await shop.shopper.get(path)).body);
  });

  it('delete one unpaid order, and put back what it held', async () => {
    const toolId = await addTool(shop.admin);
    const [one, other] = [await book(shop.shopper, toolId), await book(shop.shopper, toolId)];
    for (const who of [shop.shopper, shop.admin]) {
      const id = (who === shop.shopper ? one : other).body.insertedId;
      const reply = await who.delete(`/booking/${id}`);
      expect(reply).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } });
      expectPosition(reply);
      expectProblem(await shop.shopper.get(`/booking/${id}`), 404);
      expect((await shop.shopper.delete(`/booking/${id}`)).body).toEqual({ acknowledged: true, deletedCount: 0 });
    }
    expect(await left(toolId)).toBe(10);
  });

  it('delete one that costs nothing, and put back what it held', async () => {
    const toolId = await addTool(shop.admin, { PerPrice: 0 });
    for (const who of [shop.shopper, shop.admin]) {
      const { body } = await book(shop.shopper, toolId, 0, { quantity: 10 });
      expect(await left(toolId)).toBe(0);
      const path = `/booking/${body.insertedId}`;
      expectProblem(await shop.other.delete(path), 404, 'There is no such order.');
      expect(await who.delete(path)).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } });
      expectProblem(await shop.shopper.get(path), 404);
      expect(await left(toolId)).toBe(10);
    }
  });

  it('do not delete one that is paid', async () => {
    const id = await booked();
    await pay(id);
    for (const who of [shop.shopper, shop.admin]) {
      expectProblem(await who.delete(`/booking/${id}`), 409, 'A paid order cannot be deleted; ask for a refund.');
    }
    expect((await shop.shopper.get(`/booking/${id}`)).body).toMatchObject({ status: 'paid', paid: true });
  });

  it.each(strangeIds)('find nothing at %j', async (id) => {
    const path = `/booking/${encodeURIComponent(id)}`;
    for (const who of [shop.shopper, shop.admin]) {
      expectProblem(await who.get(path), 404, 'There is no such order.');
      expectProblem(await who.delete(path), 404, 'There is no such order.');
    }
  });
});

describe('DELETE /booking', () => {
  it('deletes all unpaid orders of a person, and nobody else’s', async () => {
    const buyer = await signUp(shop.origin);
    const toolId = await addTool(shop.admin);
    const [paid = '', ...unpaid] = await Promise.all(
      [1, 2, 3].map(async () => (await book(buyer, toolId)).body.insertedId),
    );
    const others = await booked(shop.other);
    await pay(paid, buyer);
    const path = `/booking?personEmail=${buyer.email}`;
    expectProblem(await shop.other.delete(path), 403);
    const reply = await buyer.delete(path);
    expect(reply).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: unpaid.length } });
    expectPosition(reply);
    expect((await buyer.get<Booking[]>(path)).body.map(({ _id }) => _id)).toEqual([paid]);
    expect(await left(toolId)).toBe(9);
    expect((await shop.other.get(`/booking/${others}`)).status).toBe(200);
    expect((await shop.admin.delete(path)).body).toEqual({ acknowledged: true, deletedCount: 0 });
  });

  it.each(['', '?personEmail=', '?personEmail=me', '?email=a@b.com'])('refuses %j', async (query) =>
    expectInvalid(await shop.admin.delete(`/booking${query}`), 'personEmail'),
  );
});
