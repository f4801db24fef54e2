import { describe, expect, it } from 'vitest';
import { given } from '../../backend/testing/given.ts';
import { fold } from '../kernel/aggregate.ts';
import { attemptIntent } from './commands/attempt-intent.ts';
import { type AttemptRefund, attemptRefund, givenBackAlready } from './commands/attempt-refund.ts';
import { closePayment } from './commands/close-payment.ts';
import { recordCancel } from './commands/record-cancel.ts';
import { recordIntent } from './commands/record-intent.ts';
import { recordSuccess } from './commands/record-success.ts';
import type { PaymentEvent } from './events.ts';
import { lossesOf, type Payment, payment } from './payment.ts';
import { sharesOf } from './shares.ts';
import {
  disputeChanged,
  intentAttempted,
  intentCreated,
  paymentCanceled,
  paymentClosed,
  paymentOpened,
  paymentSucceeded,
  refundAttempted,
  refundChanged,
  refundRefused,
  share,
} from './testing/examples.ts';

const cents = (amount: number) => ({ amount, currency: 'usd' });
const hoursLater = (hours: number) =>
  new Date(Date.parse('2026-01-02T03:04:05.000Z') + hours * 3_600_000).toISOString();
const attempt = (hours: number, spent?: number) => (state: Payment) =>
  attemptIntent({ type: 'AttemptIntent', paymentId: 'p1', at: hoursLater(hours), spent }, state);
const close = (state: Payment) => closePayment({ type: 'ClosePayment', paymentId: 'p1' }, state);
const record = (state: Payment) =>
  recordIntent({ type: 'RecordIntent', paymentId: 'p1', intentId: 'pi_1', attempt: 1 }, state);
const cancel = (state: Payment) => recordCancel({ type: 'RecordCancel', paymentId: 'p1', intentId: 'pi_1' }, state);
const succeed =
  (amount = 1999, intentId = 'pi_1') =>
  (state: Payment) =>
    recordSuccess(
      {
        type: 'RecordSuccess',
        paymentId: 'p1',
        intentId,
        amount: cents(amount),
        receivedAt: paymentSucceeded().data.receivedAt,
      },
      state,
    );

describe('the key under which an intent is asked for', () => {
  it('is new at first, and the same again while nothing was answered', () => {
    given(payment, paymentOpened()).when(attempt(0)).then(intentAttempted());
    given(payment, paymentOpened(), intentAttempted()).when(attempt(22.9)).thenNothing();
  });

  it('is another one when the provider has forgotten it, or keeps a fault of its own under it', () => {
    const second = (hours: number) => intentAttempted({ attempt: 2, at: hoursLater(hours) });
    given(payment, paymentOpened(), intentAttempted()).when(attempt(23)).then(second(23));
    given(payment, paymentOpened(), intentAttempted()).when(attempt(1, 1)).then(second(1));
    given(payment, paymentOpened(), intentAttempted(), second(1)).when(attempt(1, 1)).thenNothing();
  });

  it('is none for a payment that is closed, or has its intent', () => {
    given(payment, paymentOpened(), intentAttempted(), intentCreated()).when(attempt(0)).thenNothing();
    given(payment, paymentOpened(), paymentClosed()).when(attempt(0)).thenNothing();
  });
});

describe('a payment', () => {
  it('without an intent is over when it is closed, and else when the provider has cancelled it', () => {
    given(payment, paymentOpened()).when(close).then(paymentClosed(), paymentCanceled());
    given(payment, paymentOpened(), intentCreated()).when(close).then(paymentClosed());
    given(payment, paymentOpened(), intentCreated(), paymentClosed()).when(cancel).then(paymentCanceled());
    given(payment, paymentOpened(), intentCreated()).when(cancel).then(paymentClosed(), paymentCanceled());
  });

  it('has one intent: another that was made for it under another key is none of it', () => {
    const twice = [paymentOpened(), intentAttempted(), intentAttempted({ attempt: 2 })];
    given(payment, ...twice, intentCreated({ intentId: 'pi_2', attempt: 2 }))
      .when(record)
      .thenNothing();
    given(payment, paymentOpened(), paymentSucceeded()).when(record).thenNothing();
  });

  it('has an intent to cancel when it came too late', () => {
    const late = [paymentOpened(), intentAttempted(), paymentClosed(), paymentCanceled()];
    given(payment, ...late)
      .when(record)
      .then(intentCreated());
    given(payment, ...late, intentCreated())
      .when(cancel)
      .then(paymentCanceled());
  });

  it('succeeds whatever it was before, once for each intent', () => {
    for (const before of [[], [intentCreated()], [intentCreated(), paymentClosed(), paymentCanceled()]]) {
      given(payment, paymentOpened(), ...before)
        .when(succeed())
        .then(paymentSucceeded());
    }
    given(payment, paymentOpened(), paymentSucceeded()).when(succeed()).thenNothing();
    given(payment, paymentOpened(), paymentSucceeded()).when(cancel).thenNothing();
    given(payment, paymentOpened(), paymentSucceeded()).when(close).thenNothing();
  });

  it('says what it was to bring, so that what is over or too little goes back', () => {
    given(payment, paymentOpened())
      .when(succeed(1))
      .then(paymentSucceeded({ amount: cents(1), orders: [share({ amount: cents(1) })] }));
    given(payment, paymentOpened(), paymentSucceeded())
      .when(succeed(1999, 'pi_2'))
      .then(paymentSucceeded({ intentId: 'pi_2', expected: cents(0) }));
  });
});

describe('the shares of money', () => {
  const orders = [share({ amount: cents(100) }), share({ bookingId: 'b2', amount: cents(200) })];
  const parts = (amount: number) => sharesOf(cents(amount), orders).map((each) => each.amount.amount);

  it('are what each order costs, and add up to the money', () => {
    expect(parts(300)).toEqual([100, 200]);
    expect(parts(150)).toEqual([100, 50]);
    expect(parts(100)).toEqual([100]);
    expect(parts(301)).toEqual([100, 201]);
    expect(parts(0)).toEqual([]);
  });
});

describe('the key under which money is to go back', () => {
  const begin =
    (lost?: number, but: Partial<AttemptRefund> = {}) =>
    (state: Payment) => {
      const command = { paymentId: 'p1', refundId: 'r1', share: share(), at: '2026-01-02T03:04:05.000Z', lost, ...but };
      return attemptRefund({ type: 'AttemptRefund', ...command }, state);
    };
  const paid = [paymentOpened(), intentCreated(), paymentSucceeded()];

  it('is another one only when the one before came to nothing', () => {
    given(payment, ...paid)
      .when(begin())
      .then(refundAttempted());
    given(payment, ...paid, refundAttempted())
      .when(begin())
      .thenNothing();
    given(payment, ...paid, refundAttempted())
      .when(begin(1))
      .then(refundAttempted({ attempt: 2 }));
    given(payment, ...paid, refundAttempted({ attempt: 2 }))
      .when(begin(1))
      .thenNothing();
    for (const state of ['pending', 'succeeded'] as const) {
      given(payment, ...paid, refundAttempted(), refundChanged({ state }))
        .when(begin(1))
        .thenNothing();
    }
  });

  it('is of money that is left, to which belongs again what a refund did not give back', () => {
    for (const state of ['failed', 'canceled'] as const) {
      given(payment, ...paid, refundAttempted({ refundId: 'r0' }), refundChanged({ refundId: 'r0', state }))
        .when(begin())
        .then(refundAttempted());
    }
  });

  it('is of the intent that brought the money', () => {
    const more = paymentSucceeded({ intentId: 'pi_2', expected: cents(0) });
    const named = { unmatched: true, intentId: 'pi_2' } as const;
    given(payment, ...paid, more)
      .when(begin())
      .then(refundAttempted());
    given(payment, ...paid, more)
      .when(begin(undefined, named))
      .then(refundAttempted({ intentId: 'pi_2' }));
    const backBefore = { before: 'none', providerRefundId: undefined, because: givenBackAlready } as const;
    given(payment, ...paid, more, refundAttempted({ refundId: 'r0' }))
      .when(begin())
      .then(refundRefused(backBefore));
    given(payment, ...paid, more, refundAttempted({ refundId: 'r0', intentId: 'pi_2' }))
      .when(begin(undefined, named))
      .then(refundRefused({ ...backBefore, intentId: 'pi_2' }));
  });

  it('is of what came last, of money that fitted no order, where a release of before has asked for it', () => {
    const more = paymentSucceeded({ intentId: 'pi_2', expected: cents(0) });
    given(payment, ...paid, more)
      .when(begin(undefined, { unmatched: true }))
      .then(refundAttempted({ intentId: 'pi_2' }));
  });
});

describe('what is lost in disputes', () => {
  const orders = [share({ amount: cents(1000) }), share({ bookingId: 'b2', amount: cents(2000) })];
  const paid = [paymentOpened({ orders }), intentCreated(), paymentSucceeded({ orders })];
  const lost = (amount: number) => disputeChanged({ state: 'lost', amount: cents(amount) });
  const back = (nth: number, amount: number) =>
    refundChanged({ ...share({ bookingId: `b${nth}`, amount: cents(amount) }), refundId: `r${nth}`, before: 'none' });
  const losses = (...events: PaymentEvent[]) => {
    const state = fold(payment, [...paid, ...events]);
    return state.status === 'none' ? [] : lossesOf(state).map(({ amount }) => amount.amount);
  };

  it('is of the orders whose money has not gone back, the first first', () => {
    expect(losses()).toEqual([0, 0]);
    expect(losses(disputeChanged({ amount: cents(3000) }))).toEqual([0, 0]);
    expect(losses(lost(1500))).toEqual([1000, 500]);
    expect(losses(lost(2000), back(1, 1000))).toEqual([0, 2000]);
    expect(losses(back(1, 1000), lost(2000))).toEqual([0, 2000]);
    expect(losses(lost(1000), back(1, 1000), back(2, 1000))).toEqual([0, 1000]);
    expect(losses(lost(2000), back(1, 1000), refundChanged({ ...back(1, 1000).data, state: 'failed' }))).toEqual([
      1000, 1000,
    ]);
  });

  it('is of several disputes together, and of none that is about other money', () => {
    expect(losses(lost(1000), disputeChanged({ disputeId: 'dp_2', state: 'lost', amount: cents(1500) }))).toEqual([
      1000, 1500,
    ]);
    expect(losses(disputeChanged({ intentId: 'pi_2', state: 'lost', amount: cents(1000) }))).toEqual([0, 0]);
    const appealed = disputeChanged({ before: 'lost', amount: cents(1000) });
    const won = disputeChanged({ state: 'won', amount: cents(1000) });
    expect(losses(lost(1000), appealed)).toEqual([1000, 0]);
    expect(losses(lost(1000), appealed, won)).toEqual([0, 0]);
    expect(losses(lost(1000), appealed, won, appealed)).toEqual([0, 0]);
  });
});
