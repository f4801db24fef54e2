import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../../modules/audit/contract.ts';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { orderNumber } from '../../../modules/kernel/values/order-number.ts';
import type { FailedRefund } from '../../../modules/payments/contract.ts';
import { addTool, confirmInSandbox, orderOf } from '../../testing/api-client.ts';
import { sandboxInHand } from '../../testing/servers/sandbox-in-hand.ts';
import { expectInvalid, expectPosition, expectProblem } from '../http/expect-problem.ts';
import { strangeIds } from '../http/strange-ids.ts';
import { begunPayment } from '../orders/begun-payment.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const provider = sandboxInHand();
/** Until the provider has been asked, at machines that are busy. */
const soon = { timeout: 60_000 };
const shop = shopUnderTest({}, { openSandbox: provider.openSandbox });

async function booked(quantity = 1, but: object = {}) {
  const toolId = await addTool(shop.admin, { PerPrice: 10, ...but });
  const order = orderOf(shop.shopper, toolId, 10 * quantity, { quantity });
  const { body } = await shop.shopper.post<{ insertedId: string }>('/booking', order);
  return { bookingId: body.insertedId, toolId };
}

async function paid(quantity = 1) {
  const { bookingId, toolId } = await booked(quantity);
  const { clientSecret, id: intentId } = await begunPayment(shop, shop.shopper, bookingId, 10 * quantity);
  expect(await confirmInSandbox(shop.origin, clientSecret, '4242424242424242')).toBe(200);
  await expect.poll(async () => (await stands(bookingId)).status, soon).toBe('paid');
  return { bookingId, toolId, intentId };
}
const stands = async (bookingId: string) => (await shop.shopper.get<Booking>(`/booking/${bookingId}`)).body;
const refund = (bookingId: string, body: object) =>
  shop.admin.post<{ refundId: string; state: string }>(`/booking/${bookingId}/refund`, { reason: 'Bent', ...body });
const left = async (toolId: string) => (await shop.nobody.get<Tool>(`/tool/${toolId}`)).body.Available;

describe('POST /booking/{id}/refund', () => {
  it('gives back what is said, and the pieces at once; the order is refunded when all of it went', async () => {
    const { bookingId, toolId } = await paid(3);
    const first = await refund(bookingId, { amount: 12.5, restock: 1 });
    expect(first).toMatchObject({ status: 202, body: { refundId: expect.any(String), state: 'pending' } });
    expectPosition(first);
    expect(await left(toolId)).toBe(8);
    expect(await stands(bookingId)).toMatchObject({ restocked: 1 });
    await expect.poll(() => stands(bookingId), soon).toMatchObject({ status: 'paid', paid: true, refunded: 12.5 });
    expect((await refund(bookingId, { restock: 2 })).status).toBe(202);
    expect(await left(toolId)).toBe(10);
    await expect.poll(() => stands(bookingId), soon).toMatchObject({ status: 'refunded', paid: true, refunded: 30 });
    expect(await stands(bookingId)).toMatchObject({ restocked: 3 });
  });

  it('is told of in the history with how many pieces went back to the shelf', async () => {
    const { bookingId } = await paid(3);
    const told = async () => {
      const { body } = await shop.admin.get<HistoryEntry[]>(`/history?entity=booking:${bookingId}`);
      return body
        .filter(({ type }) => type === 'RefundRequested')
        .map(({ sentence }) => sentence.replace(/^.* of /, ''));
    };
    const order = `order ${orderNumber(bookingId)}`;
    for (const restock of [0, 1, 2]) await refund(bookingId, { amount: 1, restock });
    await expect
      .poll(told, soon)
      .toEqual([
        `${order} and put 2 pieces back on the shelf: Bent`,
        `${order} and put 1 piece back on the shelf: Bent`,
        `${order}: Bent`,
      ]);
  });

  it('never gives back more than there is, in money or pieces', async () => {
    const { bookingId } = await paid(2);
    expectProblem(await refund(bookingId, { amount: 20.01 }), 409, 'Only $20.00 can go back.');
    const tooMany = await refund(bookingId, { restock: 3 });
    expectProblem(tooMany, 409, 'Only 2 of its pieces can go back to the shelf.');
    expect(tooMany.body).toMatchObject({ errors: [{ path: 'restock' }] });
    await refund(bookingId, { amount: 15 });
    expectProblem(await refund(bookingId, { amount: 5.01 }), 409, 'Only $5.00 can go back.');
    await refund(bookingId, {});
    expectProblem(await refund(bookingId, {}), 409, 'All of it went back already, or is on its way.');
  });

  it('is of paid orders only', async () => {
    const { bookingId } = await booked();
    expectProblem(await refund(bookingId, {}), 409, 'Nothing has been paid for this order.');
    for (const id of strangeIds) {
      expectProblem(await refund(encodeURIComponent(id), {}), 404);
    }
    expectInvalid(await refund(bookingId, { reason: '' }), 'reason');
    expectInvalid(await refund(bookingId, { amount: 0.001 }), 'amount');
    const said = async (amount: unknown) => (await refund(bookingId, { amount })).body;
    const wrong = (message: string) => ({ errors: [{ path: 'amount', message }] });
    expect(await said(0.001)).toMatchObject(wrong('An amount in USD has at most 2 decimal places.'));
    expect(await said(-1)).toMatchObject(wrong('An amount cannot be negative'));
    expect(await said('much')).toMatchObject(wrong('An amount is a number'));
    expect(await said('')).toMatchObject(wrong('Say an amount'));
    expectInvalid(await refund(bookingId, { restock: 0.5 }), 'restock');
  });
});

describe('what could not be given back', () => {
  it('is listed in the provider’s words, and can be tried again', async () => {
    const { bookingId, intentId } = await paid();
    provider.dashboard.dispute(intentId, 1000);
    const { refundId } = (await refund(bookingId, {})).body;
    const listed = async () =>
      (await shop.admin.get<FailedRefund[]>('/refunds/failed')).body.find(({ _id }) => _id === refundId);
    await expect
      .poll(listed, soon)
      .toMatchObject({ bookingId, amount: 10, because: /charged back/, wasRefunded: false });
    expect(await stands(bookingId)).toMatchObject({ status: 'paid', refunded: 0 });
    expectProblem(await shop.admin.post('/refunds/nothing/retry'), 404, 'There is no such refund.');
    const again = await shop.admin.post(`/refunds/${refundId}/retry`);
    expect(again).toMatchObject({ status: 202, body: { refundId, state: 'pending' } });
    await expect.poll(listed, soon).toBeDefined();
  });

  it('is listed no more once an admin has said what became of it, once', async () => {
    const { bookingId, intentId } = await paid();
    provider.dashboard.dispute(intentId, 1000);
    const { refundId } = (await refund(bookingId, { reason: 'Bent' })).body;
    const listed = async () =>
      (await shop.admin.get<FailedRefund[]>('/refunds/failed')).body.some(({ _id }) => _id === refundId);
    await expect.poll(listed, soon).toBe(true);
    const settle = (body: object, id = refundId) => shop.admin.post(`/refunds/${encodeURIComponent(id)}/settle`, body);
    const elsewhere = { how: 'elsewhere', note: 'By a transfer.' };
    expectInvalid(await settle({ how: 'elsewhere' }), 'note');
    expectInvalid(await settle({ ...elsewhere, note: ' ' }), 'note');
    expectInvalid(await settle({ ...elsewhere, note: 'n'.repeat(501) }), 'note');
    expectInvalid(await settle({ ...elsewhere, how: 'somehow' }), 'how');
    for (const id of strangeIds) expectProblem(await settle(elsewhere, id), 404, 'There is no such refund.');
    expect(await listed()).toBe(true);

    const answer = await settle(elsewhere);
    expect(answer).toMatchObject({ status: 200, body: { refundId, settled: 'elsewhere' } });
    expectPosition(answer);
    expect(await listed()).toBe(false);
    expect(await stands(bookingId)).toMatchObject({ status: 'refunded', refunded: 10, refundReason: 'Bent' });
    const again = 'Somebody has seen to this refund already.';
    expectProblem(await settle(elsewhere), 409, again);
    expectProblem(await settle({ how: 'not owed', note: 'It is not.' }), 409, again);
    expectProblem(await shop.admin.post(`/refunds/${refundId}/retry`), 409, again);
    const { body: entries } = await shop.admin.get<HistoryEntry[]>(`/history?entity=booking:${bookingId}`);
    expect(entries.find(({ type }) => type === 'RefundSettled')?.sentence).toMatch(
      /gave \$10\.00 of order .* back to .* in another way: By a transfer\.$/,
    );
  });

  it('is listed no more once an admin has said that it is not owed, and can be asked for anew', async () => {
    const { bookingId, intentId } = await paid();
    provider.dashboard.dispute(intentId, 1000);
    const { refundId } = (await refund(bookingId, {})).body;
    const listed = async () =>
      (await shop.admin.get<FailedRefund[]>('/refunds/failed')).body.map(({ bookingId }) => bookingId);
    await expect.poll(listed, soon).toContain(bookingId);
    const settled = await shop.admin.post(`/refunds/${refundId}/settle`, { how: 'not owed', note: 'They kept it.' });
    expect(settled).toMatchObject({ status: 200, body: { refundId, settled: 'not owed' } });
    expect(await listed()).not.toContain(bookingId);
    expect(await stands(bookingId)).toMatchObject({ status: 'paid', refunded: 0 });
    expect((await refund(bookingId, {})).status).toBe(202);
  });

  it('is not known of a refund that went well', async () => {
    const { bookingId } = await paid();
    const { refundId } = (await refund(bookingId, {})).body;
    await expect.poll(() => stands(bookingId), soon).toMatchObject({ status: 'refunded' });
    expectProblem(await shop.admin.post(`/refunds/${refundId}/retry`), 409, 'This refund has not failed.');
  });

  it('shows in the order when it was given back in the provider’s dashboard', async () => {
    const { bookingId, intentId } = await paid(2);
    provider.dashboard.refund(intentId, 700);
    await expect.poll(() => stands(bookingId), soon).toMatchObject({ status: 'paid', refunded: 7 });
  });
});

describe('several orders in one payment', () => {
  it('are paid by one intent, and each of them may be deleted before', async () => {
    const orders = [await booked(1), await booked(2), await booked(3)];
    const ids = orders.map(({ bookingId }) => bookingId);
    const all = await begunPayment(shop, shop.shopper, ids, 60);
    const two = await begunPayment(shop, shop.shopper, ids.slice(1), 50);
    expect(await confirmInSandbox(shop.origin, all.clientSecret, '4242424242424242')).toBe(400);
    expect((await shop.shopper.delete(`/booking/${ids[2]}`)).status).toBe(200);
    expect(await confirmInSandbox(shop.origin, two.clientSecret, '4242424242424242')).toBe(400);
    const last = await begunPayment(shop, shop.shopper, ids.slice(0, 2), 30);
    expect(await confirmInSandbox(shop.origin, last.clientSecret, '4242424242424242')).toBe(200);
    for (const id of ids.slice(0, 2)) await expect.poll(() => stands(id), soon).toMatchObject({ status: 'paid' });
  });

  it('want the sum of their prices, and are named once', async () => {
    const ids = [(await booked(1)).bookingId, (await booked(2)).bookingId];
    const ask = (body: object) => shop.shopper.post('/create-payment-intent', body);
    expectProblem(await ask({ price: 29, bookingIds: ids }), 409, 'The price of these orders is 30 ($30.00).');
    expectInvalid(await ask({ price: 30, bookingIds: [] }), 'bookingIds');
    expectInvalid(await ask({ price: 20, bookingIds: [ids[0], ids[0]] }), 'bookingIds');
    expectInvalid(await ask({ price: 30, bookingIds: ids, bookingId: ids[0] }), 'bookingIds');
  });
});

describe('an order whose payment cannot be cancelled at once', () => {
  it('stays while the provider is away, with 503', async () => {
    const { bookingId } = await booked();
    const { clientSecret } = await begunPayment(shop, shop.shopper, bookingId, 10);
    provider.failNext('POST /v1/payment_intents/', 'fails before');
    expectProblem(await shop.shopper.delete(`/booking/${bookingId}`), 503);
    expect(await stands(bookingId)).toMatchObject({ status: 'unpaid' });
    expect((await shop.shopper.delete(`/booking/${bookingId}`)).status).toBe(200);
    expect(await confirmInSandbox(shop.origin, clientSecret, '4242424242424242')).toBe(400);
  });

  it('stays while its money is on its way, with 409', async () => {
    const { bookingId } = await booked();
    const { clientSecret, id } = await begunPayment(shop, shop.shopper, bookingId, 10);
    expect(await confirmInSandbox(shop.origin, clientSecret, '4000000000008880')).toBe(200);
    expectProblem(await shop.shopper.delete(`/booking/${bookingId}`), 409, /being processed/);
    provider.dashboard.settlePayment(id, 'succeeded');
    await expect.poll(() => stands(bookingId), soon).toMatchObject({ status: 'paid' });
  });
});
