import { describe, expect, it } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { ShopConfig } from '../../../modules/payments/contract.ts';
import { demoAdmin, demoPassword, demoShopper } from '../../start/demo/seed.ts';
import {
  type ApiClient,
  addTool,
  confirmInSandbox,
  orderOf,
  payInSandbox,
  signIn,
  signUp,
} from '../../testing/api-client.ts';
import { expectInvalid, expectPosition, expectProblem } from '../http/expect-problem.ts';
import { strangeIds } from '../http/strange-ids.ts';
import { paidByWord } from '../orders/begun-payment.ts';
import { openShop, shopUnderTest } from '../shop-under-test.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';

/** Until the provider has been asked, at machines that are busy. */
const soon = { timeout: 60_000 };
const shop = shopUnderTest();

async function booked(who = shop.shopper, price = 19.99): Promise<string> {
  const toolId = await addTool(shop.admin, { PerPrice: price });
  return (await who.post<{ insertedId: string }>('/booking', orderOf(who, toolId, price))).body.insertedId;
}
const ask = (who: ApiClient, bookingId?: string, price: unknown = 19.99) =>
  who.post<{ clientSecret: string }>('/create-payment-intent', {
    price,
    ...(bookingId === undefined ? {} : { bookingId }),
  });
const stands = async (bookingId: string, who = shop.shopper) => {
  const { status, paid } = (await who.get<Booking>(`/booking/${bookingId}`)).body;
  return `${status}, ${paid ? 'paid' : 'not paid'}`;
};
const eventsAbout = async (bookingId: string, ...types: string[]) =>
  (await storedEventsOf(shop, ...types)).filter(({ data }) => (data as { bookingId: string }).bookingId === bookingId);

/** The refused cards of the payment that an order is in. */
async function failuresOf(bookingId: string) {
  const paymentOf = ({ data }: { data: unknown }) => (data as { paymentId: string }).paymentId;
  const opened = (await eventsAbout(bookingId, 'BookingPaymentOpened')).map(paymentOf);
  return (await storedEventsOf(shop, 'PaymentFailed')).filter((event) => opened.includes(paymentOf(event)));
}

describe('GET /config', () => {
  it('says what the browser must know, and no secret', async () => {
    const { status, body } = await shop.nobody.get<ShopConfig>('/config');
    expect(status).toBe(200);
    const publishableKey = expect.stringMatching(/^pk_test_\w+$/);
    const lapse = { after: 86_400, largeAfter: 86_400 };
    expect(body).toEqual({
      payments: { provider: 'sandbox', publishableKey },
      google: true,
      currency: 'usd',
      passwordMinimum: 6,
      recovery: 'printed',
      // The passwords of people who are there to be tried out.
      demo: { emails: [demoAdmin.email, demoShopper.email], password: demoPassword },
      lapse,
    });
  });
});

describe('POST /create-payment-intent', () => {
  it('gives one secret an order, however often and at the same time it is asked', async () => {
    const bookingId = await booked();
    const replies = await Promise.all(Array.from({ length: 10 }, () => ask(shop.shopper, bookingId)));
    replies.push(await ask(shop.shopper, bookingId));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body.clientSecret)).size).toBe(1);
    expect(replies[0]?.body).toEqual({ clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/) });
    for (const reply of replies) expectPosition(reply);
    expect(await eventsAbout(bookingId, 'BookingPaymentOpened')).toHaveLength(1);
    expect(await stands(bookingId)).toBe('unpaid, not paid');
  });

  it('means the oldest unpaid order of the price, when none is named', async () => {
    const [buyer, secrets] = [await signUp(shop.origin), new Map<string, string>()];
    const ids = [await booked(buyer, 7), await booked(buyer, 8), await booked(buyer, 7), await booked(buyer, 8)];
    for (const [n, id] of ids.entries()) secrets.set(id, (await ask(buyer, id, n % 2 ? 8 : 7)).body.clientSecret);
    expect(new Set(secrets.values()).size).toBe(4);
    expect((await ask(buyer, undefined, 8)).body.clientSecret).toBe(secrets.get(ids[1] ?? ''));
    await payInSandbox(buyer, ids[1] ?? '', 8);
    await expect.poll(() => stands(ids[1] ?? '', buyer), soon).toBe('paid, paid');
    expect((await ask(buyer, undefined, 8)).body.clientSecret).toBe(secrets.get(ids[3] ?? ''));
  });

  it('finds no order that is not there, gone or somebody else’s', async () => {
    const deleted = await booked();
    await shop.shopper.delete(`/booking/${deleted}`);
    for (const id of [deleted, await booked(shop.other), ...strangeIds]) {
      expectProblem(await ask(shop.shopper, id), 404, 'There is no such order.');
    }
    expectProblem(await ask(shop.shopper, undefined, 123_456.78), 404, 'There is no such order.');
    expectProblem(await ask(shop.admin, await booked()), 403, 'Only who ordered can pay.');
  });

  it('wants the price of the order', async () => {
    const bookingId = await booked();
    for (const price of [19.98, 20, 1999, 0]) {
      expectProblem(await ask(shop.shopper, bookingId, price), 409, 'The price of this order is 19.99 ($19.99).');
    }
  });

  it('refuses an order that is paid, whether the message of it has come or not', async () => {
    const [charged, announced] = [await booked(), await booked()];
    expect(await payInSandbox(shop.shopper, charged, 19.99)).toBe(200);
    await paidByWord(shop, shop.shopper, announced);
    for (const id of [charged, announced]) {
      expectProblem(await ask(shop.shopper, id), 409, 'This order is paid already.');
    }
  });

  it('refuses an order that costs nothing, which was paid as it was placed', async () => {
    const bookingId = await booked(shop.shopper, 0);
    expect(await stands(bookingId)).toBe('paid, paid');
    expectProblem(await ask(shop.shopper, bookingId, 0), 409, 'This order is paid already.');
    expectProblem(await ask(await signUp(shop.origin), undefined, 0), 404, 'There is no such order.');
    const recorded = await eventsAbout(bookingId, 'BookingPaid', 'BookingPaymentOpened');
    const whose = { bookingId, uid: expect.any(String), toolId: expect.any(String) };
    const data = { ...whose, free: true, amount: { amount: 0, currency: 'usd' } };
    expect(recorded.map((event) => ({ type: event.type, data: event.data }))).toEqual([{ type: 'BookingPaid', data }]);
  });

  it('passes on what the provider will not charge', async () => {
    for (const [price, words] of [
      [0.29, /at least \$0\.50/],
      [1_000_000, /no more than \$999,999\.99/],
    ] as const) {
      const reply = await ask(shop.shopper, await booked(shop.shopper, price), price);
      expectProblem(reply, 409, words);
      // By which the page of the payment offers something else than to try again.
      expect(reply.body).toMatchObject({ type: '/problems/amount-not-charged' });
    }
  });

  it.each([-1, '19.99', null, 0.001, 1e300])('refuses %j as a price', async (price) =>
    expectInvalid(await ask(shop.shopper, undefined, price), 'price'),
  );

  it('refuses an empty bookingId', async () => expectInvalid(await ask(shop.shopper, ''), 'bookingId'));
});

describe('a card', () => {
  it('that is good pays the order, once', async () => {
    const bookingId = await booked();
    expect(await payInSandbox(shop.shopper, bookingId, 19.99)).toBe(200);
    await expect.poll(() => stands(bookingId), soon).toBe('paid, paid');
    expect(await eventsAbout(bookingId, 'BookingPaid')).toHaveLength(1);
  });

  it.each(['4000000000000002', '4000000000009995'])('%s is refused, and another pays', async (card) => {
    const bookingId = await booked();
    expect(await payInSandbox(shop.shopper, bookingId, 19.99, card)).toBe(402);
    await expect.poll(() => failuresOf(bookingId), soon).toHaveLength(1);
    expect(await stands(bookingId)).toBe('unpaid, not paid');
    expect(await payInSandbox(shop.shopper, bookingId, 19.99)).toBe(200);
    await expect.poll(() => stands(bookingId), soon).toBe('paid, paid');
  });

  it('that asks for authentication pays only when that was given', async () => {
    const bookingId = await booked();
    const { clientSecret } = (await ask(shop.shopper, bookingId)).body;
    expect(await confirmInSandbox(shop.origin, clientSecret, '4000002500003155')).toBe(200);
    expect(await authenticate(clientSecret, 'failure')).toBe('requires_payment_method');
    await expect.poll(() => failuresOf(bookingId), soon).toHaveLength(1);
    expect(await stands(bookingId)).toBe('unpaid, not paid');
    expect(await confirmInSandbox(shop.origin, clientSecret, '4000002500003155')).toBe(200);
    expect(await authenticate(clientSecret, 'success')).toBe('succeeded');
    await expect.poll(() => stands(bookingId), soon).toBe('paid, paid');
  });

  it('can no longer pay for an order that was deleted', async () => {
    const bookingId = await booked();
    const { clientSecret } = (await ask(shop.shopper, bookingId)).body;
    expect((await shop.shopper.delete(`/booking/${bookingId}`)).status).toBe(200);
    expect(await confirmInSandbox(shop.origin, clientSecret, '4242424242424242')).toBe(400);
    expect(await eventsAbout(bookingId, 'BookingPaid')).toEqual([]);
    expectProblem(await shop.shopper.get(`/booking/${bookingId}`), 404);
  });

  it('that paid before the order could be deleted keeps it', async () => {
    const bookingId = await booked();
    const { clientSecret } = (await ask(shop.shopper, bookingId)).body;
    expect(await confirmInSandbox(shop.origin, clientSecret, '4242424242424242')).toBe(200);
    expectProblem(await shop.shopper.delete(`/booking/${bookingId}`), 409);
    await expect.poll(() => stands(bookingId), soon).toBe('paid, paid');
  });

  it('pays in currencies without cents too', async () => {
    const japanese = await openShop({ CURRENCY: 'jpy' });
    try {
      const admin = await signIn(japanese.origin, shop.admin.email, 'inventory');
      expect((await admin.get<ShopConfig>('/config')).body.currency).toBe('jpy');
      expectInvalid(await admin.post('/create-payment-intent', { price: 0.5 }), 'price');
      const toolId = await addTool(admin, { PerPrice: 500, TotalPrice: 500 });
      const { body } = await admin.post<{ insertedId: string }>('/booking', orderOf(admin, toolId, 500));
      expect(await payInSandbox(admin, body.insertedId, 500)).toBe(200);
      await expect.poll(() => stands(body.insertedId, admin), soon).toBe('paid, paid');
    } finally {
      await japanese.end();
    }
  });
});

/** Answers the bank's question in the browser; resolves to where the intent then stands. */
async function authenticate(clientSecret: string, outcome: 'success' | 'failure'): Promise<string> {
  const { publishableKey } = (await shop.nobody.get<ShopConfig>('/config')).body.payments;
  const path = `/sandbox/stripe/v1/payment_intents/${clientSecret.split('_secret_')[0]}/authenticate`;
  const raw = new URLSearchParams({ outcome, client_secret: clientSecret }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  type Told = { status?: string; error?: { payment_intent?: { status: string } } };
  const { body } = await shop.nobody.post<Told>(path, undefined, { raw, headers, token: publishableKey });
  return body.status ?? body.error?.payment_intent?.status ?? '';
}
