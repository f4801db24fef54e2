import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { HistoryEntry } from '../../../modules/audit/contract.ts';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { orderNamed } from '../../../modules/kernel/history.ts';
import type { KeptMails } from '../../../modules/mails/contract.ts';
import { addTool, orderOf, password, payInSandbox, signUp } from '../../testing/api-client.ts';
import { expectInvalid, expectPosition, expectProblem } from '../http/expect-problem.ts';
import { strangeIds } from '../http/strange-ids.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const soon = { timeout: 60_000, interval: 50 };
const shop = shopUnderTest();
const parcel = { carrier: 'Sundarban Courier', trackingNumber: 'SB 123' };
const corrected = { ...parcel, trackingNumber: 'SB 124' };

async function booked(price: number, quantity = 1) {
  const toolId = await addTool(shop.admin, { PerPrice: price });
  const wanted = orderOf(shop.shopper, toolId, price * quantity, { quantity });
  const { body } = await shop.shopper.post<{ insertedId: string }>('/booking', wanted);
  return { id: body.insertedId, toolId };
}
const stands = async (id: string) => (await shop.shopper.get<Booking>(`/booking/${id}`)).body;
const step = (id: string, what: string, body?: object) => shop.admin.post(`/booking/${id}/${what}`, body);
const left = async (toolId: string) => (await shop.nobody.get<Tool>(`/tool/${toolId}`)).body.Available;

async function paid(quantity = 1) {
  const order = await booked(10, quantity);
  expect(await payInSandbox(shop.shopper, order.id, 10 * quantity)).toBe(200);
  await vi.waitFor(async () => expect((await stands(order.id)).paid).toBe(true), soon);
  return order;
}

describe('an order that is paid', () => {
  it('is packed, shipped and delivered, and its owner reads each of it in the next answer', async () => {
    const { id } = await paid();
    expect(await stands(id)).toMatchObject({ fulfilment: 'none', paidAt: expect.any(String) });
    const packed = await step(id, 'pack');
    expect(packed).toMatchObject({ status: 200, body: { acknowledged: true } });
    expectPosition(packed);
    expect(await stands(id)).toMatchObject({ fulfilment: 'packed', packedAt: expect.any(String) });
    expect(await step(id, 'ship', parcel)).toMatchObject({ status: 200, body: { acknowledged: true } });
    const shipped = await stands(id);
    expect(shipped).toMatchObject({ fulfilment: 'shipped', ...parcel, shippedAt: expect.any(String) });
    expect(await step(id, 'ship', corrected)).toMatchObject({ status: 200 });
    expect(await stands(id)).toEqual({ ...shipped, ...corrected });
    expect(await step(id, 'deliver')).toMatchObject({ status: 200, body: { acknowledged: true } });
    const delivered = await stands(id);
    expect(delivered).toMatchObject({ fulfilment: 'delivered', ...corrected, deliveredAt: expect.any(String) });
    expectProblem(await step(id, 'ship', parcel), 409, 'This order has been delivered already.');
    for (const [what, body] of [['pack'], ['ship', corrected], ['deliver']] as const) {
      expect(await step(id, what, body)).toMatchObject({ status: 200 });
    }
    expect(await stands(id)).toEqual(delivered);
  });

  it('is told of by mail, once for each step that its owner waits for', async () => {
    const { id } = await booked(0);
    for (const [what, body] of [['pack'], ['ship', parcel], ['ship', parcel], ['deliver'], ['deliver']] as const) {
      expect((await step(id, what, body)).status).toBe(200);
    }
    const number = id.slice(0, 13).toUpperCase();
    const isOfIt = ({ facts = [] }: KeptMails['mails'][number]) => facts.some(([, value]) => value === number);
    const kinds = async () => {
      const { mails } = (await shop.shopper.get<KeptMails>('/me/mails')).body;
      return mails.filter(isOfIt).map(({ kind }) => kind);
    };
    await vi.waitFor(async () => expect((await kinds()).sort()).toEqual(['delivered', 'receipt', 'shipped']), soon);
  });

  it('is not sent once all of it is to go back, and is when some of it is', async () => {
    const { id, toolId } = await paid(2);
    expect((await step(id, 'refund', { amount: 1, reason: 'Scratched' })).status).toBe(202);
    expect((await step(id, 'pack')).status).toBe(200);
    expect((await step(id, 'refund', { reason: 'All of it', restock: 2, shipped: false })).status).toBe(202);
    expectProblem(await step(id, 'ship', parcel), 409, /money went back, or is on its way/);
    expect(await stands(id)).toMatchObject({ fulfilment: 'packed' });
    expect(await left(toolId)).toBe(10);
  });

  it('is shipped as one of two admins says who say it at once, and the other reads how', async () => {
    const { id } = await paid();
    const says = (said: typeof parcel, seen: Partial<typeof parcel>) => step(id, 'ship', { ...said, seen });
    const rail = { carrier: 'Rail', trackingNumber: 'R-77' };
    const answers = await Promise.all([says(parcel, {}), says(rail, {})]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [first, second] = answers[0].status === 200 ? [parcel, rail] : [rail, parcel];
    const refused = answers.find(({ status }) => status === 409) as (typeof answers)[number];
    expectProblem(refused, 409, new RegExp(`shipped a moment ago with ${first.carrier}, ${first.trackingNumber}`));
    expect(await stands(id)).toMatchObject(first);
    // Who has seen it may say otherwise; who says nothing of what was seen corrects it, as before.
    expect((await says(second, first)).status).toBe(200);
    expect(await stands(id)).toMatchObject(second);
    expectProblem(await says(corrected, first), 409);
    expect((await step(id, 'ship', corrected)).status).toBe(200);
    expect(await stands(id)).toMatchObject(corrected);
  });

  it('is either sent or goes back to the shelf, when both are asked for at once', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, toolId } = await paid();
      const [shipped, refunded] = await Promise.all([
        step(id, 'ship', parcel),
        step(id, 'refund', { reason: 'Changed their mind', restock: 1, shipped: false }),
      ]);
      expect([shipped.status, refunded.status]).toEqual(shipped.status === 200 ? [200, 409] : [409, 202]);
      expect(await left(toolId)).toBe(shipped.status === 200 ? 9 : 10);
    }
  });
});

describe('an order that costs nothing', () => {
  it('can be taken back by its owner until it is packed, and by an admin until it is shipped', async () => {
    const { id, toolId } = await booked(0);
    await step(id, 'pack');
    expectProblem(await shop.shopper.delete(`/booking/${id}`), 409, /packed already/);
    expect(await shop.admin.delete(`/booking/${id}`)).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    await vi.waitFor(async () => expect(await left(toolId)).toBe(10), soon);
    const { id: other } = await booked(0);
    await step(other, 'ship', parcel);
    for (const who of [shop.shopper, shop.admin]) {
      expectProblem(await who.delete(`/booking/${other}`), 409, /was shipped/);
    }
  });

  it('is kept in mind by its tool until it is shipped, and counted once', async () => {
    const { id, toolId } = await booked(0, 2);
    const tool = async () => (await shop.nobody.get<Tool>(`/tool/${toolId}`)).body;
    const before = await tool();
    expect(before).toMatchObject({ Available: 8, sold: 2 });
    for (const which of [parcel, corrected]) expect((await step(id, 'ship', which)).status).toBe(200);
    const query = `/history?entity=tool:${toolId}&type=StockSold`;
    const told = async () => (await shop.admin.get<HistoryEntry[]>(query)).body.map(({ sentence }) => sentence);
    const said = `What was set aside of ${before.name} for ${orderNamed(id)}, which cost nothing, was shipped`;
    await vi.waitFor(async () => expect(await told()).toEqual([said]), soon);
    expect(await tool()).toEqual(before);
  });
});

describe('what may not be sent', () => {
  it('is what is not paid, is not there, or has not left', async () => {
    const { id } = await booked(10);
    expectProblem(await step(id, 'pack'), 409, 'This order is not paid.');
    expectProblem(await step(id, 'ship', parcel), 409, 'This order is not paid.');
    expectProblem(await step(id, 'deliver'), 409, 'This order has not been shipped.');
    await shop.shopper.delete(`/booking/${id}`);
    for (const strange of [id, ...strangeIds.map(encodeURIComponent)]) {
      for (const [what, body] of [['pack'], ['ship', parcel], ['deliver'], ['note', { note: 'x' }]] as const) {
        expectProblem(await step(strange, what, body), 404);
      }
    }
    const { id: free } = await booked(0);
    expectInvalid(await step(free, 'ship', { carrier: 'DHL' }), 'trackingNumber');
    expectInvalid(await step(free, 'ship', { ...parcel, carrier: 'x'.repeat(61) }), 'carrier');
    expectInvalid(await step(free, 'note', { note: ' ' }), 'note');
  });

  it('has nowhere to go, since who ordered it was erased', async () => {
    const leaver = await signUp(shop.origin);
    const toolId = await addTool(shop.admin, { PerPrice: 0 });
    const place = async () =>
      (await leaver.post<{ insertedId: string }>('/booking', orderOf(leaver, toolId, 0))).body.insertedId;
    const [id, packed] = [await place(), await place()];
    await step(packed, 'pack');
    expect((await leaver.delete('/me', { body: { password } })).status).toBe(204);
    expectProblem(await step(id, 'ship', parcel), 409, /was erased/);
    expect((await step(packed, 'ship', parcel)).status).toBe(200);
    expect((await shop.admin.get<Booking>(`/booking/${packed}`)).body).toMatchObject({
      fulfilment: 'shipped',
      trackingNumber: 'erased',
    });
  });
});

describe('what an admin notes of an order', () => {
  it('is read by admins in its history, and by its owner in what they take out of the shop, and nowhere else', async () => {
    const { id } = await booked(0);
    const note = `Rings before delivery ${randomUUID()}.`;
    expect(await step(id, 'note', { note })).toMatchObject({ status: 201, body: { insertedId: expect.any(String) } });
    const entries = async () => (await shop.admin.get<HistoryEntry[]>(`/history?entity=booking:${id}`)).body;
    await vi.waitFor(async () => expect((await entries())[0]?.sentence).toContain(note), soon);
    for (const path of [`/booking/${id}`, `/booking?personEmail=${shop.shopper.email}`]) {
      expect((await shop.shopper.get(path)).text).not.toContain(note);
    }
    const { body } = await shop.shopper.get<{ orders: { _id: string; notes?: object[] }[] }>('/me/export');
    expect(body.orders.find(({ _id }) => _id === id)?.notes).toEqual([{ note, at: expect.stringMatching(/^\d{4}-/) }]);
  });
});
