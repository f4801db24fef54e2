import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { type ApiClient, addTool, newTool, orderOf, password, payInSandbox, signUp } from '../../testing/api-client.ts';
import { builtPages } from '../http/built-pages.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { sessionCookieOf } from '../http/session-cookie-of.ts';
import { secondNodeOf, shopUnderTest } from '../shop-under-test.ts';

/** Of which a tool's page says what is known of the tool. */
const frontend = builtPages({
  'index.html': '<!doctype html><head></head><div id="root"></div><noscript></noscript>\n',
  '.first-screens.json': JSON.stringify({ tool: { styles: [], screens: [{ asks: [], drawings: { '': 'drawn' } }] } }),
});
afterAll(frontend.remove);
const shop = shopUnderTest({}, { frontend: frontend.folder });
const second = secondNodeOf(shop, { frontend: frontend.folder });

const there = (who: ApiClient) => who.at(second.origin);
const order = (who: ApiClient, toolId: string, headers: Readonly<Record<string, string>> = {}) =>
  who.post<{ insertedId: string }>('/booking', orderOf(who, toolId, 19.99), { headers });

describe('two nodes of one shop', () => {
  it('show at once what was changed through the other', async () => {
    for (let round = 0; round < 10; round++) {
      const nodes = [shop.origin, second.origin];
      const [one = '', other = ''] = round % 2 ? nodes : nodes.reverse();
      const [buyer, reader] = [shop.shopper.at(one), shop.shopper.at(other)];
      const toolId = await addTool(shop.admin.at(one));
      expect((await reader.get<Tool>(`/tool/${toolId}`)).body.Available).toBe(10);
      const { body } = await order(buyer, toolId);
      expect((await reader.get<Tool>(`/tool/${toolId}`)).body.Available).toBe(9);
      expect((await reader.get<Booking>(`/booking/${body.insertedId}`)).body.status).toBe('unpaid');
      await reader.delete(`/booking/${body.insertedId}`);
      expectProblem(await buyer.get(`/booking/${body.insertedId}`), 404);
      expect((await buyer.get<Tool>(`/tool/${toolId}`)).body.Available).toBe(10);
    }
  });

  it('open a tool’s page with what was changed through the other', async () => {
    const toolId = await addTool(shop.admin, { Available: 1_000 });
    const opened = async (origin: string) => {
      const page = await fetch(`${origin}/tools/${toolId}`, { headers: { accept: 'text/html' } });
      return Number(/"Available":(\d+)/.exec(await page.text())?.[1]);
    };
    for (let count = 1; count <= 30; count++) {
      const nodes = [shop.origin, second.origin];
      const [one = '', other = ''] = count % 2 ? nodes : nodes.reverse();
      expect((await order(shop.shopper.at(one), toolId)).status).toBe(201);
      expect(await opened(other)).toBe(1_000 - count);
    }
  });

  it('know the same people, tokens and sessions', async () => {
    const email = `new-${randomUUID()}@inventory.example`;
    const body = { name: 'New Shopper', email, password };
    const cookie = sessionCookieOf(await shop.nobody.post('/identity/sign-up', body)).pair;
    expectProblem(await there(shop.nobody).post('/identity/sign-up', body), 409);
    const call = { headers: { cookie } };
    expect((await there(shop.nobody).post('/identity/refresh', undefined, call)).status).toBe(200);
    await there(shop.nobody).post('/identity/sign-out', undefined, call);
    expectProblem(await shop.nobody.post('/identity/refresh', undefined, call), 401);
  });

  it('take no token of a session that ended, as soon as it has ended through one of them', async () => {
    for (const [here, elsewhere] of [
      [shop.origin, second.origin],
      [second.origin, shop.origin],
    ] as const) {
      const [gone, stays] = [await signUp(here), await signUp(elsewhere)];
      const headers = { cookie: gone.cookie };
      for (const origin of [here, elsewhere])
        expect((await gone.at(origin).get(`/user/${gone.email}`)).status).toBe(200);
      await gone.at(here).post('/identity/sign-out', undefined, { headers });
      for (const origin of [elsewhere, here]) {
        expectProblem(await gone.at(origin).get(`/user/${gone.email}`), 401, 'Please log in again.');
        const again = { token: gone.idToken };
        expectProblem(await gone.at(origin).put(`/user/${gone.email}`, { email: gone.email }, again), 401);
        expect((await stays.at(origin).get(`/user/${stays.email}`)).status).toBe(200);
      }
    }
  });

  it('find at each what was just added and sold at the other', async () => {
    for (let n = 0; n < 20; n++) {
      const [here, elsewhere] = n % 2 ? [shop.nobody, there(shop.nobody)] : [there(shop.nobody), shop.nobody];
      const search = `/tool?search=gadget${n}x`;
      const toolId = await addTool(shop.admin.at(elsewhere.origin), { name: `Gadget${n}x`, Available: 5 });
      expect((await here.get(search)).body).toMatchObject([{ _id: toolId, Available: 5 }]);
      await order(shop.shopper.at(elsewhere.origin), toolId);
      expect((await here.get(search)).body).toMatchObject([{ _id: toolId, Available: 4 }]);
      expect((await here.get(`${search}&sort=-Available`)).body).toMatchObject([{ _id: toolId, Available: 4 }]);
    }
  });

  it('let somebody promoted through one in at the other, and no longer once demoted', async () => {
    const who = await signUp(shop.origin);
    expectProblem(await there(who).get('/user'), 403);
    await shop.admin.put(`/user/admin/${who.email}`);
    expect((await there(who).get('/user')).status).toBe(200);
    await shop.admin.delete(`/user/admin/${who.email}`);
    expectProblem(await there(who).get('/user'), 403);
  });

  it('keep one of two admins who demote each other at the same moment', async () => {
    const [one, two] = [shop.admin, there(await signUp(shop.origin))];
    for (let round = 0; round < 10; round++) {
      await Promise.all([one, two].map(({ email }) => one.put(`/user/admin/${email}`)));
      const demotions = [one.delete(`/user/admin/${two.email}`), two.delete(`/user/admin/${one.email}`)];
      const statuses = (await Promise.all(demotions)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, expect.toBeOneOf([403, 409])]);
      if (statuses[0] !== 200) await two.put(`/user/admin/${one.email}`);
    }
    await one.delete(`/user/admin/${two.email}`);
  });

  it('never sell the last pieces twice', async () => {
    const toolId = await addTool(shop.admin, { Available: 5 });
    const attempts = Array.from({ length: 20 }, (_, n) => order(n % 2 ? shop.shopper : there(shop.other), toolId));
    const replies = await Promise.all(attempts);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
    expect((await shop.nobody.get<Tool>(`/tool/${toolId}`)).body.Available).toBe(0);
  });

  it('take a call that was sent to both as one', async () => {
    const toolId = await addTool(shop.admin);
    const headers = { 'idempotency-key': randomUUID() };
    const replies = await Promise.all(
      [1, 2, 3, 4].flatMap(() => [shop.shopper, there(shop.shopper)].map((who) => order(who, toolId, headers))),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ body }) => body.insertedId)).size).toBe(1);
    expect((await shop.nobody.get<Tool>(`/tool/${toolId}`)).body.Available).toBe(9);
    const add = (who: ApiClient) => who.post('/tool', newTool({ name: 'Once' }), { headers });
    const added = await Promise.all([add(shop.admin), add(there(shop.admin)), add(shop.admin), add(there(shop.admin))]);
    expect(new Set(added.map(({ status }) => status))).toEqual(new Set([201]));
  });

  it('take a card’s money for an order once, whichever is asked', async () => {
    const { body } = await order(shop.shopper, await addTool(shop.admin));
    const ask = (who: ApiClient) =>
      who.post<{ clientSecret: string }>('/create-payment-intent', { price: 19.99, bookingId: body.insertedId });
    const secrets = await Promise.all([
      ask(shop.shopper),
      ask(there(shop.shopper)),
      ask(shop.shopper),
      ask(there(shop.shopper)),
    ]);
    expect(new Set(secrets.map((reply) => reply.body.clientSecret)).size).toBe(1);
    await payInSandbox(there(shop.shopper), body.insertedId, 19.99);
    const stands = async () => (await shop.shopper.get<Booking>(`/booking/${body.insertedId}`)).body.status;
    await expect.poll(stands).toBe('paid');
  });
});
