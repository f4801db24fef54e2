import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { BadSignature, OddMessage } from './payment-errors.ts';
import { paymentMessage } from './payment-message.ts';
import { verifiedJson } from './verify-webhook.ts';

const now = () => Math.floor(Date.now() / 1_000);
const intent = {
  id: 'pi_1',
  amount: 2000,
  amount_received: 2000,
  currency: 'usd',
  metadata: { paymentId: 'p1' },
  last_payment_error: null,
};
const eventOf = (but: object = {}, object: unknown = intent) => ({
  id: 'evt_1',
  type: 'payment_intent.succeeded',
  created: now(),
  data: { object },
  ...but,
});

const types = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.created',
  'charge.refund.updated',
  'charge.dispute.closed',
];

/** Strange in ways that a program meets and a person does not think of. */
const odd: readonly (readonly [what: string, message: unknown])[] = [
  ['null', null],
  ['a list', [eventOf()]],
  ['a text', 'payment_intent.succeeded'],
  ['an event without data', eventOf({ data: undefined })],
  ['an event whose data is null', eventOf({ data: null })],
  ['an event without an object', eventOf({ data: {} })],
  ['an event about a list', eventOf({}, [intent])],
  ['an event without an id', eventOf({ id: undefined })],
  ['an event with an id that is none', eventOf({ id: 'evt_1\n{"level":50}' })],
  ['an event without a type', eventOf({ type: undefined })],
  ['an event of no type that can be', eventOf({ type: 7 })],
  ['a time that is none', eventOf({ created: null })],
  ['a time in words', eventOf({ created: 'today' })],
  ['a time between two seconds', eventOf({ created: 1.5 })],
  ['a time that is still to come', eventOf({ created: now() + 3_600 })],
  ['a time beyond all years', eventOf({ created: 1e300 })],
  ['an amount between two cents', eventOf({}, { ...intent, amount_received: 19.99 })],
  ['an amount in words', eventOf({}, { ...intent, amount_received: '2000' })],
  ['an amount below nothing', eventOf({}, { ...intent, amount_received: -2000 })],
  ['an amount that is not exact', eventOf({}, { ...intent, amount_received: 2 ** 60 })],
  ['no amount', eventOf({}, { ...intent, amount_received: undefined })],
  ['no metadata', eventOf({}, { ...intent, metadata: null })],
  ['a payment that is no text', eventOf({}, { ...intent, metadata: { paymentId: { $ne: null } } })],
  ['no currency', eventOf({}, { ...intent, currency: undefined })],
  ['no intent', eventOf({}, { ...intent, id: undefined })],
  ['a failure that is none', eventOf({ type: 'payment_intent.payment_failed' }, { ...intent, last_payment_error: 7 })],
  ['a charge of nothing', eventOf({ type: 'charge.refunded' }, { payment_intent: 7 })],
  ['a refund of nothing', eventOf({ type: 'refund.updated' }, { id: 're_1', payment_intent: { id: 7 } })],
  ['a refund that has no id', eventOf({ type: 'refund.failed' }, { payment_intent: 'pi_1' })],
  ['a dispute that has no id', eventOf({ type: 'charge.dispute.created' }, { id: '', payment_intent: 'pi_1' })],
  ['a dispute about what is no id', eventOf({ type: 'charge.dispute.closed' }, { id: 'dp_1', payment_intent: '{}' })],
];

describe('a signed message', () => {
  it.each(odd)('with %s is refused as odd, and says which field and not what is in it', (_, message) => {
    expect(() => paymentMessage(message, new Date())).toThrow(OddMessage);
    expect(() => paymentMessage(message, new Date())).toThrow(
      /^The signed message[^\n]* is not of a shape that is known: [^\n]+\.$/,
    );
    expect(() => paymentMessage(message, new Date())).not.toThrow(/level|2000|19\.99|today|\$ne/);
  });

  it.each([
    [
      'payment_intent.succeeded',
      { kind: 'succeeded', paymentId: 'p1', intentId: 'pi_1', amount: 1999, currency: 'usd' },
    ],
    ['payment_intent.processing', { kind: 'processing', paymentId: 'p1', intentId: 'pi_1', amount: 2000 }],
    ['payment_intent.canceled', { kind: 'canceled', paymentId: 'p1', intentId: 'pi_1', reason: undefined }],
    ['payment_intent.payment_failed', { kind: 'failed', paymentId: 'p1', message: 'The payment failed.' }],
  ])('%s says which payment and intent it is about', (type, read) => {
    const received = { ...intent, amount_received: 1999 };
    expect(paymentMessage(eventOf({ type }, received), new Date())).toMatchObject(read);
  });

  it.each([
    ...['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'].map(
      (type) => [type, 're_1', { kind: 'refund', providerRefundId: 're_1' }] as const,
    ),
    ...['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map(
      (step) => [`charge.dispute.${step}`, 'dp_1', { kind: 'dispute', disputeId: 'dp_1' }] as const,
    ),
    ['charge.refunded', 'ch_1', { kind: 'refund' }] as const,
  ])('%s says what to ask for, whoever made it', (type, id, read) => {
    for (const payment_intent of ['pi_1', { id: 'pi_1' }]) {
      const message = paymentMessage(eventOf({ type }, { id, payment_intent, metadata: {} }), new Date());
      expect(message).toEqual({ eventId: 'evt_1', at: expect.any(String), intentId: 'pi_1', ...read });
    }
    // A charge of its own, without an intent, is none of this shop's.
    expect(paymentMessage(eventOf({ type }, { id, payment_intent: null }), new Date()).kind).toBe('ignored');
  });

  it('of another type, or about no payment of ours, is ignored', () => {
    const ignored = { kind: 'ignored', eventId: 'evt_1' };
    expect(paymentMessage(eventOf({ type: 'customer.created' }), new Date())).toMatchObject(ignored);
    expect(paymentMessage(eventOf({}, { ...intent, metadata: {} }), new Date())).toMatchObject(ignored);
  });

  it('of test mode is ignored where money is taken, and of live mode where none is', () => {
    const read = (livemode: boolean | undefined, isLive: boolean | undefined) =>
      paymentMessage(eventOf({ livemode }), new Date(), isLive).kind;
    expect([read(false, true), read(true, false)]).toEqual(['ignored', 'ignored']);
    for (const mode of [true, false]) {
      expect([read(mode, mode), read(mode, undefined), read(undefined, mode)]).toEqual(Array(3).fill('succeeded'));
    }
  });

  it('of another account, which is connected to the shop’s, is ignored', () => {
    expect(paymentMessage(eventOf({ account: 'acct_1' }), new Date()).kind).toBe('ignored');
    expect(paymentMessage(eventOf({ account: null }), new Date()).kind).toBe('succeeded');
  });

  it('is understood or refused, whatever is in it', () => {
    const strange = fc.oneof(fc.jsonValue(), fc.constantFrom(NaN, Infinity, 2 ** 60, -1, 1.5, undefined));
    const type = fc.constantFrom(...types);
    const wholeOr = <Value>(whole: Value) => fc.oneof(fc.constant(whole), strange);
    const near = fc.record({
      id: wholeOr('evt_1'),
      type,
      created: fc.oneof(fc.integer(), fc.double(), strange),
      data: wholeOr({ object: intent }),
    });
    const nearer = fc
      .record(
        {
          ...Object.fromEntries(Object.entries(intent).map(([name, value]) => [name, wholeOr<unknown>(value)])),
          payment_intent: fc.oneof(wholeOr('pi_1'), wholeOr({ id: 'pi_1' })),
        },
        { requiredKeys: [] },
      )
      .chain((object) => type.map((name) => eventOf({ type: name }, object)));
    fc.assert(
      fc.property(fc.oneof(near, nearer, fc.jsonValue()), (message) => {
        try {
          const read = paymentMessage(message, new Date());
          if ('amount' in read) expect(Number.isSafeInteger(read.amount)).toBe(true);
        } catch (reason) {
          expect(reason).toBeInstanceOf(OddMessage);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the signature of a message', () => {
  const { webhooks } = new Stripe('sk_test_1');
  const secret = 'whsec_1';
  const body = JSON.stringify(eventOf());
  /** Signed with the secret, over whatever stands there for a time. */
  const signedAt = (time: string | number, timestamp: string | number = time, text = body) =>
    `t=${time},v1=${createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex')}`;
  const read = (signature: string | undefined, text = body) =>
    verifiedJson(webhooks, { rawBody: Buffer.from(text), signature, secret }, new Date());

  it('is right from five minutes ago to five minutes ahead', () => {
    for (const away of [-290, 0, 290]) expect(read(signedAt(now() + away))).toMatchObject({ id: 'evt_1' });
    for (const away of [-310, 310, 86_400]) expect(() => read(signedAt(now() + away))).toThrow(BadSignature);
  });

  it.each([
    ['no number', 'soon', 'NaN'],
    ['nothing', '', 'NaN'],
    ['a number and more', `${now()}x`, now()],
    ['a time below nothing', '-5', '-5'],
    ['a number that has no end', '9'.repeat(400), 'Infinity'],
  ])('is wrong at a time that is %s, also when it was made with the secret', (_, time, timestamp) =>
    expect(() => read(signedAt(time, timestamp))).toThrow(BadSignature),
  );

  it('is wrong without one, and right with another beside it', () => {
    expect(() => read(undefined)).toThrow(BadSignature);
    expect(() => read('')).toThrow(BadSignature);
    expect(read(`${signedAt(now())},v1=0000,v0=1111`)).toMatchObject({ id: 'evt_1' });
  });

  it('is wrong for bytes that are no UTF-8, though what they are decoded to was signed', () => {
    const text = '"\ufffd"';
    const signature = signedAt(now(), now(), text);
    expect(read(signature, text)).toBe('\ufffd');
    const rawBody = Buffer.from([0x22, 0xff, 0x22]);
    expect(() => verifiedJson(webhooks, { rawBody, signature, secret }, new Date())).toThrow(BadSignature);
  });

  it('makes no JSON of what is none', () => {
    for (const text of ['{', 'x', '\u0000']) {
      expect(() => read(signedAt(now(), now(), text), text)).toThrow(OddMessage);
    }
  });
});
