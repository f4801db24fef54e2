import { describe, expect, it } from 'vitest';
import { expectRight } from '../../modules/payments/testing/reckoning.ts';
import { passing, settleAll } from '../../modules/payments/testing/story.ts';
import { openTill, type Till } from '../testing/deciding/till.ts';
import { everyFault, type Fault } from './sandbox/faults.ts';

type Trouble = (...before: Fault[]) => void;
type Case = {
  /** The call that goes wrong. */
  readonly call: string;
  readonly carryOut: (till: Till, bookingId: string, trouble: Trouble) => Promise<void>;
  /** What becomes of the order, and how much goes back. */
  readonly became: 'paid' | 'refunded' | 'gone';
  readonly back: number;
};

const hear = async (till: Till) => {
  for (const message of till.messages()) await passing(() => till.receive(message));
  await till.react();
};
const paid = async (till: Till, bookingId: string, card?: string) => {
  till.pay(await till.begin([bookingId]), card);
  await hear(till);
};

const cases: { readonly [what: string]: Case } = {
  'an intent is made': {
    call: 'POST /v1/payment_intents',
    became: 'paid',
    back: 0,
    async carryOut(till, bookingId, trouble) {
      trouble();
      await passing(() => till.begin([bookingId]));
      till.pay(await till.begin([bookingId]));
    },
  },
  'an intent is read again': {
    call: 'GET /v1/payment_intents',
    became: 'paid',
    back: 0,
    async carryOut(till, bookingId, trouble) {
      const secret = await till.begin([bookingId]);
      trouble();
      await passing(() => till.begin([bookingId]));
      expect(await till.begin([bookingId])).toBe(secret);
      till.pay(secret);
    },
  },
  'an intent is cancelled': {
    call: 'POST /v1/payment_intents',
    became: 'gone',
    back: 0,
    async carryOut(till, bookingId, trouble) {
      await till.begin([bookingId]);
      trouble();
      await passing(() => till.remove(bookingId));
    },
  },
  'money is given back': {
    call: 'POST /v1/refunds',
    became: 'refunded',
    back: 1999,
    async carryOut(till, bookingId, trouble) {
      await paid(till, bookingId);
      await till.refund(bookingId);
      trouble();
      await till.react();
    },
  },
  'refunds are looked through for one': {
    call: 'GET /v1/refunds',
    became: 'refunded',
    back: 1999,
    async carryOut(till, bookingId, trouble) {
      await paid(till, bookingId);
      await till.refund(bookingId);
      trouble('fails after');
      await till.react();
    },
  },
  'a refund is read again': {
    call: 'GET /v1/refunds',
    became: 'refunded',
    back: 1999,
    async carryOut(till, bookingId, trouble) {
      await paid(till, bookingId, 'pm_card_pendingRefund');
      await till.refund(bookingId);
      await till.react();
      till.later(120_000);
      trouble();
      await passing(() => till.run('reconcile'));
    },
  },
  'a refund of the dashboard is read': {
    call: 'GET /v1/refunds',
    became: 'paid',
    back: 700,
    async carryOut(till, bookingId, trouble) {
      const secret = await till.begin([bookingId]);
      till.pay(secret);
      await hear(till);
      till.dashboard.refund(secret.split('_secret_')[0] ?? '', 700);
      trouble();
      await hear(till);
    },
  },
  'a dispute is read': {
    call: 'GET /v1/disputes',
    became: 'paid',
    back: 0,
    async carryOut(till, bookingId, trouble) {
      till.pay(await till.begin([bookingId]), 'pm_card_createDispute');
      const [, , ...ofDispute] = till.messages();
      await hear(till);
      trouble();
      for (const message of ofDispute) await passing(() => till.receive(message));
    },
  },
};

describe.each(Object.entries(cases))('when %s', (_, { call, carryOut, became, back }) => {
  it.each(everyFault)(`and the provider %s, the next try or the reconciler repairs it`, async (fault) => {
    const till = openTill();
    const bookingId = await till.order();
    const from = { asked: 0 };
    await carryOut(till, bookingId, (...before) => {
      from.asked = till.asked.length + before.length;
      till.fail(...before, fault);
    });
    expect(till.asked[from.asked]).toContain(call);
    await settleAll(till);
    await expectRight(till, { orders: [bookingId] });
    expect((await till.stateOf(bookingId)).status).toBe(became);
    const live = till.store.list('refunds', { limit: 100 }).filter(({ status }) => status !== 'failed');
    expect(live.map(({ amount }) => amount)).toEqual(back === 0 ? [] : [back]);
  });
});
