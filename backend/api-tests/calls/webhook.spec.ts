import { describe, expect, it } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import { addTool, orderOf } from '../../testing/api-client.ts';
import { expectPosition, expectProblem } from '../http/expect-problem.ts';
import { begunPayment } from '../orders/begun-payment.ts';
import { cancelled, deliver, refused, signedWebhook, succeeded, unknownEvent } from '../orders/signed-webhook.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';

const shop = shopUnderTest();
const cents = 1999;

async function booked(): Promise<string> {
  const order = orderOf(shop.shopper, await addTool(shop.admin), cents / 100);
  return (await shop.shopper.post<{ insertedId: string }>('/booking', order)).body.insertedId;
}
const stands = async (bookingId: string) => (await shop.shopper.get<Booking>(`/booking/${bookingId}`)).body.status;
const recordedOf = async (paymentId: string) =>
  (await storedEventsOf(shop, 'BookingPaid', 'PaymentSucceeded', 'PaymentFailed', 'PaymentUnmatched'))
    .filter(({ data }) => (data as { paymentId: string }).paymentId === paymentId)
    .map(({ type }) => type)
    .sort();
/** An order, and the payment that is begun for it. */
async function begun() {
  const bookingId = await booked();
  return { bookingId, payment: await begunPayment(shop, shop.shopper, bookingId) };
}

describe('POST /payments/webhook', () => {
  it('pays an order by the time it answers', async () => {
    const { bookingId, payment } = await begun();
    const reply = await deliver(shop.origin, signedWebhook(succeeded(payment)));
    expect(reply).toMatchObject({ status: 200, body: { received: true } });
    expectPosition(reply);
    expect(await stands(bookingId)).toBe('paid');
  });

  it('believes nothing that is not signed with the secret, and lately', async () => {
    const { bookingId, payment } = await begun();
    const event = succeeded(payment);
    const good = signedWebhook(event);
    const signature = good.headers['stripe-signature'] ?? '';
    const json = { 'content-type': 'application/json' };
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const lies = [
      { raw: good.raw, headers: json },
      ...[
        '',
        'x',
        't=1',
        'v1=abc',
        `t=${Math.floor(Date.now() / 1000)},v1=`,
        signature.replace('v1=', 'v0='),
        `${signature}0`,
      ].map((forged) => ({ raw: good.raw, headers: { ...json, 'stripe-signature': forged } })),
      signedWebhook(event, 'whsec_of_somebody_else'),
      signedWebhook(event, undefined, minutesAgo(6)),
      signedWebhook(event, undefined, minutesAgo(-6)),
      { ...good, raw: good.raw.replace('1999', '1998') },
      { ...good, raw: `${good.raw} ` },
      { ...good, raw: '' },
    ];
    for (const lie of lies) {
      const reply = await deliver(shop.origin, lie);
      expectProblem(reply, 400);
      expect(reply.text).not.toContain(payment.paymentId);
    }
    expect(await stands(bookingId)).toBe('unpaid');
    expect(await recordedOf(payment.paymentId)).toEqual([]);
    expect((await deliver(shop.origin, signedWebhook(event, undefined, minutesAgo(4)))).status).toBe(200);
    expect(await stands(bookingId)).toBe('paid');
  });

  it('refuses what is signed but no JSON', async () => {
    for (const raw of ['{', 'x', '']) expectProblem(await deliver(shop.origin, signedWebhook(raw)), 400);
  });

  it('refuses what is signed and of no shape that a message has, and stores nothing of it', async () => {
    const { bookingId, payment } = await begun();
    const event = succeeded(payment);
    const soon = Math.floor(Date.now() / 1000) + 86_400;
    const odd = [null, [], [event], 7, 'text', {}, { ...event, data: undefined }, { ...event, data: null }];
    odd.push({ ...event, data: {} }, { ...event, data: { object: null } }, { ...event, type: undefined });
    odd.push({ ...event, created: soon }, { ...event, created: null }, { ...event, created: 1e300 });
    for (const amount_received of [19.99, '1999', -1, null, 2 ** 60]) {
      odd.push({ ...event, data: { object: { ...event.data.object, amount_received } } });
    }
    for (const message of odd) {
      const reply = await deliver(shop.origin, signedWebhook(JSON.stringify(message)));
      expectProblem(reply, 400, /^The signed message.* is not of a shape that is known/);
    }
    expectProblem(await deliver(shop.origin, signedWebhook(event, undefined, new Date(soon * 1000))), 400);
    expect(await recordedOf(payment.paymentId)).toEqual([]);
    expect(await stands(bookingId)).toBe('unpaid');
  });

  it('has one effect, however often, in whatever order and at the same time the events come', async () => {
    for (const [one, two, three] of orders) {
      const { bookingId, payment } = await begun();
      const events = [refused, succeeded, cancelled].map((make) => signedWebhook(make(payment)));
      const sent = [one, two, three, one, one, two, three].map((which) => events[which] ?? events[0]);
      const replies = await Promise.all(sent.map((event) => event && deliver(shop.origin, event)));
      for (const event of sent) if (event) replies.push(await deliver(shop.origin, event));
      expect(new Set(replies.map((reply) => reply?.status))).toEqual(new Set([200]));
      expect(await stands(bookingId)).toBe('paid');
      expect(await recordedOf(payment.paymentId)).toEqual(['BookingPaid', 'PaymentFailed', 'PaymentSucceeded']);
    }
  });

  it('has one effect too when two messages tell of the same money', async () => {
    const { payment } = await begun();
    for (let n = 0; n < 3; n++) await deliver(shop.origin, signedWebhook(succeeded(payment)));
    expect(await recordedOf(payment.paymentId)).toEqual(['BookingPaid', 'PaymentSucceeded']);
  });

  it('is content with events that it has no use for', async () => {
    const paymentId = '00000000-0000-8000-8000-000000000000';
    const events = [
      unknownEvent(),
      succeeded({ paymentId, cents }),
      refused({ paymentId, cents }),
      cancelled({ paymentId, cents }),
    ];
    for (const event of events) {
      const reply = await deliver(shop.origin, signedWebhook(event));
      expect(reply).toMatchObject({ status: 200, body: { received: true } });
    }
    expect(await recordedOf(paymentId)).toEqual([]);
  });

  it('refuses more than a megabyte', async () => {
    const huge = signedWebhook({ ...unknownEvent(), filler: 'x'.repeat(1_100_000) });
    expect((await deliver(shop.origin, huge)).status).toBe(413);
  });
});

const orders: readonly (readonly [number, number, number])[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];
