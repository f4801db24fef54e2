import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { type ApiClient, addTool, changedTool, newTool, orderOf } from '../../testing/api-client.ts';
import { expectInvalid, expectPosition, expectProblem } from '../http/expect-problem.ts';
import { strangeIds } from '../http/strange-ids.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();

const toolAt = async (id: string) => (await shop.nobody.get<Tool>(`/tool/${id}`)).body;
const isListed = async (id: string, query = '') =>
  (await shop.nobody.get<Tool[]>(`/tool?${query}`)).body.some(({ _id }) => _id === id);

const allOfIt = {
  category: 'Hand tools',
  specifications: [{ name: 'Weight', value: '450 g' }],
  pictures: ['/pictures/tools/hand-saw.svg', 'https://example.com/b.png'],
};

const order = (buyer: ApiClient, id: string, price = 19.99) =>
  buyer.post<{ insertedId: string }>('/booking', orderOf(buyer, id, price));

describe('POST /tool', () => {
  it('takes a category, specifications and further pictures', async () => {
    expect(await toolAt(await addTool(shop.admin, allOfIt))).toMatchObject(allOfIt);
  });

  it.each([
    ['category', ' '],
    ['category', 'x'.repeat(81)],
    ['pictures', '/a.png'],
    ['pictures', Array.from({ length: 9 }, () => '/a.png')],
    ['specifications', Array.from({ length: 31 }, () => ({ name: 'a', value: 'b' }))],
  ])('refuses %s as %j', async (field, value) =>
    expectInvalid(await shop.admin.post('/tool', { ...newTool(), [field]: value }), field),
  );

  it('names the place in a list at which something is wrong', async () => {
    const specifications = [{ name: 'Weight', value: '450 g' }, { name: 'Length' }];
    expectInvalid(await shop.admin.post('/tool', { ...newTool(), specifications }), 'specifications.1.value');
    const pictures = ['/a.png', 'javascript:alert(1)'];
    expectInvalid(await shop.admin.post('/tool', { ...newTool(), pictures }), 'pictures.1');
  });
});

describe('PUT /tool/{id}', () => {
  it('says anew what a tool is and costs, and counts that once', async () => {
    const id = await addTool(shop.admin, { Available: 7 });
    const body = changedTool(0, { name: 'Mallet', PerPrice: 25, ...allOfIt });
    const reply = await shop.admin.put(`/tool/${id}`, body);
    expect(reply).toMatchObject({ status: 200, body: { acknowledged: true, matchedCount: 1, modifiedCount: 1 } });
    expectPosition(reply);
    const { version: _, ...said } = body;
    expect(await toolAt(id)).toEqual({ _id: id, ...said, Available: 7, version: 1, retired: false, sold: 0 });
    const again = await shop.admin.put(`/tool/${id}`, { ...body, version: 1 });
    expect(again.body).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 0 });
    expect(await toolAt(id)).toMatchObject({ version: 1 });
    expect(await isListed(id, 'search=mallet')).toBe(true);
  });

  it('takes away what is left out and need not be there', async () => {
    const id = await addTool(shop.admin, allOfIt);
    await shop.admin.put(`/tool/${id}`, changedTool(0));
    expect(Object.keys(await toolAt(id))).not.toEqual(expect.arrayContaining(['category']));
    expect(await toolAt(id)).toEqual({ ...newTool(), _id: id, version: 1, retired: false, sold: 0 });
  });

  it('refuses what rests on another version, but not because something was sold', async () => {
    const id = await addTool(shop.admin);
    expect((await order(shop.shopper, id)).status).toBe(201);
    expect((await shop.admin.put(`/tool/${id}`, changedTool(0, { name: 'First' }))).status).toBe(200);
    const late = await shop.admin.put(`/tool/${id}`, changedTool(0, { name: 'Second' }));
    expectProblem(late, 409, 'Somebody changed this tool meanwhile. Look at it as it is now, and change it then.');
    expect(await toolAt(id)).toMatchObject({ name: 'First', Available: 9, version: 1 });
  });

  it('lets one of two that change it at once win', async () => {
    const id = await addTool(shop.admin);
    const names = ['One', 'Other'];
    const replies = await Promise.all(names.map((name) => shop.admin.put(`/tool/${id}`, changedTool(0, { name }))));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const won = names[replies.findIndex(({ status }) => status === 200)];
    expect(await toolAt(id)).toMatchObject({ name: won, version: 1 });
  });

  it('leaves open orders their price, and takes the new one for others', async () => {
    const id = await addTool(shop.admin);
    const { insertedId } = (await order(shop.shopper, id)).body;
    await shop.admin.put(`/tool/${id}`, changedTool(0, { PerPrice: 25 }));
    expect((await shop.shopper.get(`/booking/${insertedId}`)).body).toMatchObject({ price: 19.99 });
    expectProblem(await order(shop.shopper, id), 409, /25/);
    expect((await order(shop.shopper, id, 25)).status).toBe(201);
    const intent = await shop.shopper.post('/create-payment-intent', { price: 19.99, bookingId: insertedId });
    expect(intent.status).toBe(200);
  });

  it('is done once for its Idempotency-Key', async () => {
    const id = await addTool(shop.admin);
    const call = { headers: { 'idempotency-key': `put-${id}` } };
    const body = changedTool(0, { name: 'Mallet' });
    const [first, again] = [
      await shop.admin.put(`/tool/${id}`, body, call),
      await shop.admin.put(`/tool/${id}`, body, call),
    ];
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect((await shop.admin.put(`/tool/${id}`, { ...body, name: 'Saw' }, call)).status).toBe(409);
    expect(await toolAt(id)).toMatchObject({ name: 'Mallet', version: 1 });
  });

  it.each([
    ['version', undefined],
    ['version', -1],
    ['version', 1.5],
    ['version', '0'],
    ['name', ''],
    ['PerPrice', 0.001],
    ['img', 'hammer.png'],
  ])('refuses %s as %j', async (field, value) => {
    const id = await addTool(shop.admin);
    expectInvalid(await shop.admin.put(`/tool/${id}`, { ...changedTool(0), [field]: value }), field);
  });
});

describe('POST /tool/{id}/stock', () => {
  it('puts pieces on the shelf and takes them off, but none that are held', async () => {
    const id = await addTool(shop.admin, { Available: 2 });
    await order(shop.shopper, id);
    const more = await shop.admin.post(`/tool/${id}/stock`, { change: 5, reason: 'Delivered' });
    expect(more).toMatchObject({ status: 200, body: { acknowledged: true, Available: 6 } });
    expectPosition(more);
    expect(await toolAt(id)).toMatchObject({ Available: 6, version: 0 });
    const tooMany = await shop.admin.post(`/tool/${id}/stock`, { change: -7, reason: 'Broken' });
    expectProblem(tooMany, 409, 'Only 6 pieces are free.');
    const less = await shop.admin.post(`/tool/${id}/stock`, { change: -6, reason: 'Broken' });
    expect(less.body).toEqual({ acknowledged: true, Available: 0 });
  });

  it('said again is answered as it was, though others have come or gone meanwhile', async () => {
    const id = await addTool(shop.admin, { Available: 2 });
    const headers = { 'Idempotency-Key': randomUUID() };
    const send = () => shop.admin.post(`/tool/${id}/stock`, { change: 3, reason: 'Delivered' }, { headers });
    const first = await send();
    expect(first).toMatchObject({ status: 200, body: { acknowledged: true, Available: 5 } });
    await shop.admin.post(`/tool/${id}/stock`, { change: 10, reason: 'Delivered' });
    await order(shop.shopper, id);
    const again = await send();
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('event-position')).toBe(first.headers.get('event-position'));
  });

  it.each([
    ['change', 0],
    ['change', 0.5],
    ['change', '1'],
    ['change', 2e9],
    ['change', -2e9],
    ['reason', ''],
    ['reason', undefined],
    ['reason', 'x'.repeat(501)],
  ])('refuses %s as %j', async (field, value) => {
    const id = await addTool(shop.admin);
    const body = { change: 1, reason: 'Delivered', [field]: value };
    expectInvalid(await shop.admin.post(`/tool/${id}/stock`, body), field);
  });
});

describe('DELETE /tool/{id}', () => {
  it('takes a tool out of all lists, but its page stays; and brings it back', async () => {
    const id = await addTool(shop.admin, { name: `Rare Thing ${crypto.randomUUID()}`, PerPrice: 777 });
    const { name } = await toolAt(id);
    const isFound = async () => [
      await isListed(id),
      await isListed(id, 'sort=-PerPrice'),
      await isListed(id, `search=${name}`),
    ];
    expect(await isFound()).toEqual([true, true, true]);
    for (let times = 0; times < 2; times++) {
      const reply = await shop.admin.delete(`/tool/${id}`);
      expect(reply).toMatchObject({ status: 200, body: { acknowledged: true } });
      expect(await isFound()).toEqual([false, false, false]);
      expect(await toolAt(id)).toMatchObject({ name, retired: true });
    }
    expectProblem(await order(shop.shopper, id, 777), 409, `${name} is not sold any more.`);
    for (let times = 0; times < 2; times++) {
      expect((await shop.admin.post(`/tool/${id}/return`)).body).toEqual({ acknowledged: true });
      expect(await isFound()).toEqual([true, true, true]);
      expect(await toolAt(id)).toMatchObject({ retired: false });
    }
    expect((await order(shop.shopper, id, 777)).status).toBe(201);
  });
});

describe('the calls of a tool that is not there', () => {
  it.each(strangeIds)('say so at %j', async (id) => {
    const path = `/tool/${encodeURIComponent(id)}`;
    const replies = [
      await shop.admin.put(path, changedTool(0)),
      await shop.admin.delete(path),
      await shop.admin.post(`${path}/stock`, { change: 1, reason: 'Delivered' }),
      await shop.admin.post(`${path}/return`),
    ];
    for (const reply of replies) expectProblem(reply, 404, 'There is no such tool.');
  });
});
