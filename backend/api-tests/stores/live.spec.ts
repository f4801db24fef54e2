import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Booking, bookingNotice } from '../../../modules/booking/contract.ts';
import { type Tool, toolChanged } from '../../../modules/catalog/contract.ts';
import { reviewAdded } from '../../../modules/reviews/contract.ts';
import { userNotice } from '../../../modules/users/contract.ts';
import { type ApiClient, addTool, orderOf, password, payInSandbox, signUp } from '../../testing/api-client.ts';
import { type LiveClient, live } from '../../testing/clients/live-client.ts';
import { sessionCookieOf } from '../http/session-cookie-of.ts';
import { openShop, shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();
const price = 19.99;

const connect = (who: ApiClient) => live(shop.origin, who.token);
const order = async (who: ApiClient, toolId: string) =>
  (await who.post<{ insertedId: string }>('/booking', orderOf(who, toolId, price))).body.insertedId;
/** The notices of everything that happened before have come to this socket once a later one has. */
async function upToNow(client: LiveClient, who: ApiClient) {
  await client.next('booking.placed', { bookingId: await order(who, await addTool(shop.admin)) });
}

describe('a live socket', () => {
  it('tells the owner and admins what becomes of an order, when a GET shows it', async () => {
    const [mine, admins] = [await connect(shop.shopper), await connect(shop.admin)];
    const toolId = await addTool(shop.admin);
    const bookingId = await order(shop.shopper, toolId);
    const status = async () => (await shop.shopper.get<Booking>(`/booking/${bookingId}`)).body.status;
    await mine.next('booking.placed', { bookingId });
    expect(await status()).toBe('unpaid');
    await payInSandbox(shop.shopper, bookingId, price);
    await mine.next('booking.paid', { bookingId });
    expect(await status()).toBe('paid');
    await shop.admin.post(`/booking/${bookingId}/refund`, { reason: 'Broken' });
    await mine.next('booking.refunded', { bookingId });
    expect(await status()).toBe('refunded');
    await admins.next('booking.refunded', { bookingId });
    const told = ({ heard }: LiveClient) => heard.filter(({ payload }) => payload.bookingId === bookingId);
    expect(told(mine).map(({ name }) => name)).toEqual(['booking.placed', 'booking.paid', 'booking.refunded']);
    expect(told(admins)).toEqual(told(mine));
    const positions = told(mine).map(({ payload }) => BigInt(bookingNotice.parse(payload).position));
    expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)));
  });

  it('tells the owner and admins how far an order is on its way, and admins alone what one of them noted', async () => {
    const [mine, admins] = [await connect(shop.shopper), await connect(shop.admin)];
    const toolId = await addTool(shop.admin, { PerPrice: 0 });
    const wanted = orderOf(shop.shopper, toolId, 0);
    const bookingId = (await shop.shopper.post<{ insertedId: string }>('/booking', wanted)).body.insertedId;
    const path = `/booking/${bookingId}`;
    const steps = [
      ['packed', 'pack', undefined],
      ['shipped', 'ship', { carrier: 'Sundarban Courier', trackingNumber: 'SB 123' }],
      ['delivered', 'deliver', undefined],
    ] as const;
    await shop.admin.post(`${path}/note`, { note: 'Rings before delivery.' });
    for (const [is, what, body] of steps) {
      await shop.admin.post(`${path}/${what}`, body);
      await mine.next(`booking.${is}`, { bookingId });
      expect((await shop.shopper.get<Booking>(path)).body.fulfilment).toBe(is);
      await admins.next(`booking.${is}`, { bookingId });
    }
    await admins.next('booking.noted', { bookingId });
    expect(mine.heard.map(({ name }) => name)).not.toContain('booking.noted');
    expect(JSON.stringify(mine.heard)).not.toContain('Sundarban');
  });

  it('tells of an order that is taken back', async () => {
    const mine = await connect(shop.shopper);
    const bookingId = await order(shop.shopper, await addTool(shop.admin));
    await shop.shopper.delete(`/booking/${bookingId}`);
    await mine.next('booking.deleted', { bookingId });
  });

  it('tells nobody of somebody else’s order', async () => {
    const [mine, others, nobodys] = [await connect(shop.shopper), await connect(shop.other), await live(shop.origin)];
    const bookingId = await order(shop.shopper, await addTool(shop.admin));
    await payInSandbox(shop.shopper, bookingId, price);
    await mine.next('booking.paid', { bookingId });
    await upToNow(others, shop.other);
    const { insertedId: reviewId } = (
      await shop.other.post<{ insertedId: string }>('/reviews', { review: 'a', description: 'b' })
    ).body;
    await nobodys.next('review.added', { reviewId });
    expect(JSON.stringify(others.heard)).not.toContain(bookingId);
    expect(nobodys.heard.map(({ name }) => name)).toEqual(['review.added']);
  });

  it('tells who watches a tool how many are left, at once and whenever that changes', async () => {
    const [watcher, other] = [await live(shop.origin), await live(shop.origin)];
    const [toolId, another] = [await addTool(shop.admin), await addTool(shop.admin)];
    expect(await watcher.ask('watch', [toolId])).toEqual({ watching: 1 });
    expect(await other.ask('watch', [another, randomUUID()])).toEqual({ watching: 2 });
    toolChanged.parse(await watcher.next('tool.changed', { toolId, Available: 10 }));
    await other.next('tool.changed', { toolId: another });
    const bookingId = await order(shop.shopper, toolId);
    await watcher.next('tool.changed', { toolId, Available: 9 });
    await shop.shopper.delete(`/booking/${bookingId}`);
    await expect.poll(() => watcher.of('tool.changed').at(-1)?.Available).toBe(10);
    expect(other.of('tool.changed').map((one) => one.toolId)).toEqual([another]);
    expect(await watcher.ask('watch', [another])).toEqual({ watching: 1 });
    await watcher.next('tool.changed', { toolId: another });
    const before = watcher.of('tool.changed').length;
    await order(shop.shopper, toolId);
    await order(shop.shopper, another);
    await watcher.next('tool.changed', { toolId: another, Available: 9 });
    expect(watcher.of('tool.changed')).toHaveLength(before + 1);
  });

  it('tells who watches a tool that it has another price, is offered no more, and comes back', async () => {
    const watcher = await live(shop.origin);
    const toolId = await addTool(shop.admin);
    await watcher.ask('watch', [toolId]);
    await watcher.next('tool.changed', { toolId, version: 0, retired: false });
    const { body } = await shop.admin.get<Tool>(`/tool/${toolId}`);
    expect((await shop.admin.put(`/tool/${toolId}`, { ...body, PerPrice: 24.99 })).status).toBe(200);
    toolChanged.parse(await watcher.next('tool.changed', { toolId, version: 1, retired: false }));
    // Who is told asks again: the notice has no price, and the answer has the new one by then.
    expect((await shop.nobody.get<Tool>(`/tool/${toolId}`)).body).toMatchObject({ PerPrice: 24.99, version: 1 });
    await shop.admin.delete(`/tool/${toolId}`);
    await watcher.next('tool.changed', { toolId, retired: true });
    await shop.admin.post(`/tool/${toolId}/return`);
    await expect.poll(() => watcher.of('tool.changed').at(-1)?.retired).toBe(false);
  });

  it('tells who watches a tool what its reviews make of it', async () => {
    const watcher = await live(shop.origin);
    const toolId = await addTool(shop.admin, { Ratings: 4.5 });
    await watcher.ask('watch', [toolId]);
    await watcher.next('tool.changed', { toolId, Ratings: 4.5 });
    const buyer = await signUp(shop.origin);
    await payInSandbox(buyer, await order(buyer, toolId), price);
    await expect.poll(async () => (await buyer.get<Tool>(`/tool/${toolId}`)).body.sold).toBe(1);
    const said = { review: 'Good', description: 'Holds.', toolId, rating: 2 };
    const { insertedId } = (await buyer.post<{ insertedId: string }>('/reviews', said)).body;
    const told = toolChanged.parse(await watcher.next('tool.changed', { toolId, Ratings: 2 }));
    expect(told).toMatchObject({ reviews: 1, stars: [0, 1, 0, 0, 0] });
    await shop.admin.post(`/reviews/${insertedId}/hide`, { reason: 'Not of this tool.' });
    await expect.poll(() => watcher.of('tool.changed').at(-1)?.Ratings).toBe(4.5);
  });

  it('tells in a rush on one tool the newest, a few times a second', async () => {
    const watcher = await live(shop.origin);
    const toolId = await addTool(shop.admin, { Available: 1_000 });
    await watcher.ask('watch', [toolId]);
    const began = performance.now();
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 20 }, () => order(shop.shopper, toolId)));
    }
    await watcher.next('tool.changed', { toolId, Available: 900 });
    const seconds = (performance.now() - began) / 1_000;
    expect(watcher.of('tool.changed').length).toBeLessThanOrEqual(2 + Math.ceil(seconds * 4));
    expect((await shop.nobody.get<Tool>(`/tool/${toolId}`)).body.Available).toBe(900);
  });

  it('tells everybody of the newest review', async () => {
    const nobodys = await live(shop.origin);
    const { body } = await shop.shopper.post<{ insertedId: string }>('/reviews', { review: 'a', description: 'b' });
    reviewAdded.parse(await nobodys.next('review.added', { reviewId: body.insertedId }));
  });

  it('hears as an admin what admins hear as soon as somebody is one, and nothing more once they are none', async () => {
    const who = await signUp(shop.origin);
    const theirs = await connect(who);
    await shop.admin.put(`/user/admin/${who.email}`);
    userNotice.parse(await theirs.next('user.promoted', { email: who.email }));
    const bookingId = await order(shop.shopper, await addTool(shop.admin));
    await theirs.next('booking.placed', { bookingId });
    await shop.admin.delete(`/user/admin/${who.email}`);
    await theirs.next('user.demoted', { email: who.email });
    const unheard = await order(shop.shopper, await addTool(shop.admin));
    await upToNow(theirs, who);
    expect(JSON.stringify(theirs.heard)).not.toContain(unheard);
  });

  it('ends with its session, and no other one does', async () => {
    const email = `new-${randomUUID()}@inventory.example`;
    const signedUp = await shop.nobody.post<{ idToken: string }>('/identity/sign-up', { name: 'New', email, password });
    const cookie = sessionCookieOf(signedUp).pair;
    const call = { token: signedUp.body.idToken };
    const { body } = await shop.nobody.put<{ token: string }>(`/user/${email}`, { email }, call);
    const [one, another, others] = [
      await live(shop.origin, body.token),
      await live(shop.origin, body.token),
      await connect(shop.other),
    ];
    await shop.nobody.post('/identity/sign-out', undefined, { headers: { cookie } });
    await Promise.all([one.ended(), another.ended()]);
    expect(others.socket.connected).toBe(true);
    await expect(live(shop.origin, body.token)).rejects.toMatchObject({ problem: { status: 401 } });
  });

  it('ends when its person is erased', async () => {
    const who = await signUp(shop.origin);
    const theirs = await connect(who);
    await who.delete('/me', { body: { password } });
    await theirs.ended();
  });

  it('tells of nothing that happened before its node was there', async () => {
    await order(shop.shopper, await addTool(shop.admin));
    // Not on Redis: where the others are, it makes read models of its own from the whole history.
    const node = await openShop({ DATA_DIR: shop.dataDir, READ_MODELS: '' });
    const mine = await live(node.origin, shop.shopper.token);
    const bookingId = await order(shop.shopper, await addTool(shop.admin));
    await mine.next('booking.placed', { bookingId });
    expect(mine.heard).toHaveLength(1);
    await node.close();
    expect(mine.socket.connected).toBe(false);
  });

  it('is refused with a bad token', async () => {
    await expect(live(shop.origin, 'nonsense')).rejects.toMatchObject({ problem: { status: 401 } });
    await expect(live(shop.origin, shop.shopper.idToken)).rejects.toMatchObject({ problem: { status: 401 } });
  });
});
