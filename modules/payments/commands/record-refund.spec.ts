import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { fold } from '../../kernel/aggregate.ts';
import type { PaymentEvent } from '../events.ts';
import type { ProviderDispute, ProviderRefund } from '../gateway.ts';
import { type Payment, payment } from '../payment.ts';
import {
  disputeChanged,
  intentCreated,
  paymentOpened,
  paymentSucceeded,
  refundAttempted,
  refundChanged,
  refundRefused,
  share,
} from '../testing/examples.ts';
import { recordDispute } from './record-dispute.ts';
import { OursComeFirst, recordRefund } from './record-refund.ts';

const at = '2026-01-02T03:04:05.000Z';
const cents = (amount: number) => ({ amount, currency: 'usd' });
const paid = [paymentOpened(), intentCreated(), paymentSucceeded()];
const said =
  (but: Partial<ProviderRefund> = {}, how: { isAsked?: true } = {}) =>
  (state: Payment) => {
    const made = { providerRefundId: 're_1', intentId: 'pi_1', refundId: 'r1', ...cents(1999), state: 'succeeded', at };
    return recordRefund(
      { type: 'RecordRefund', paymentId: 'p1', report: { ...made, ...but } as ProviderRefund, ...how },
      state,
    );
  };

describe('where a refund stands at the provider', () => {
  it('only goes forward, in whatever order the answers come', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('pending', 'succeeded', 'failed', 'canceled')), (answers) => {
        const events: PaymentEvent[] = [...paid, refundAttempted()];
        for (const state of answers) events.push(...said({ state })(fold(payment, events)));
        const after = fold(payment, events);
        const stands = after.status === 'none' ? undefined : after.refunds.get('r1')?.state;
        const last = answers.find((state) => state === 'failed' || state === 'canceled');
        const best = answers.includes('succeeded') ? 'succeeded' : (answers[0] ?? 'attempted');
        expect(stands).toBe(last ?? best);
      }),
    ));

  it('is of the attempt that it answers, and not of one before', () => {
    const anew = [...paid, refundAttempted(), refundChanged({ state: 'failed' }), refundAttempted({ attempt: 2 })];
    given(payment, ...anew)
      .when(said({ state: 'failed' }))
      .thenNothing();
    given(payment, ...anew)
      .when(said({ providerRefundId: 're_2' }))
      .then(refundChanged({ providerRefundId: 're_2' }));
  });

  it('is believed of what the provider had refused, and made all the same', () =>
    given(payment, ...paid, refundAttempted(), refundRefused())
      .when(said())
      .then(refundChanged({ before: 'failed' })));

  it('counts money that went back twice as twice', () =>
    given(payment, ...paid, refundAttempted(), refundChanged())
      .when(said({ providerRefundId: 're_2' }, { isAsked: true }))
      .then(refundChanged({ refundId: 're_2:b1', providerRefundId: 're_2', before: 'none' })));

  it('is of the orders that have something left when nobody here asked for it', () => {
    const orders = [share({ amount: cents(1000) }), share({ bookingId: 'b2', amount: cents(999) })];
    given(payment, paymentOpened({ orders }), intentCreated(), paymentSucceeded({ orders }))
      .when(said({ refundId: undefined, ...cents(1500) }))
      .then(
        refundChanged({ refundId: 're_1:b1', amount: cents(1000), before: 'none' }),
        refundChanged({ refundId: 're_1:b2', bookingId: 'b2', amount: cents(500), before: 'none' }),
      );
  });

  it('waits until it is known what went back, when nobody here asked for it and it is of more than is left', () => {
    const orders = [share({ amount: cents(1000) }), share({ bookingId: 'b2', amount: cents(999) })];
    const asked = refundAttempted({ ...share({ amount: cents(1000) }), refundId: 'r2' });
    const both = [paymentOpened({ orders }), intentCreated(), paymentSucceeded({ orders }), asked];
    const all = { refundId: undefined, ...cents(1999) };
    given(payment, ...both)
      .when(said(all))
      .thenThrows(OursComeFirst);
    given(payment, ...both)
      .when(said(all, { isAsked: true }))
      .thenThrows(OursComeFirst);
    given(payment, ...both, refundRefused({ refundId: 'r2', amount: cents(1000) }))
      .when(said(all))
      .then(
        refundChanged({ refundId: 're_1:b1', amount: cents(1000), before: 'none' }),
        refundChanged({ refundId: 're_1:b2', bookingId: 'b2', amount: cents(999), before: 'none' }),
      );
    given(payment, ...both)
      .when(said({ ...all, state: 'failed' }))
      .then(
        refundChanged({ refundId: 're_1:b2', bookingId: 'b2', amount: cents(1999), state: 'failed', before: 'none' }),
      );
  });

  it('is that it failed, also for who had asked before it did and says so later', () => {
    const failed = refundChanged({ refundId: 're_1:b1', state: 'failed', before: 'none' });
    given(payment, ...paid)
      .when(said({ refundId: undefined, state: 'failed' }))
      .then(failed);
    given(payment, ...paid, failed)
      .when(said({ refundId: undefined }))
      .thenNothing();
  });
});

describe('where a dispute stands at the provider', () => {
  const told = (state: ProviderDispute['state'], known: number, isAppeal?: true) => (before: Payment) => {
    const report = { disputeId: 'dp_1', intentId: 'pi_1', ...cents(1999), state, at, ...(isAppeal && { isAppeal }) };
    return recordDispute({ type: 'RecordDispute', paymentId: 'p1', report, known }, before);
  };

  it('may be open again after it was lost, and is not what somebody read before others did', () => {
    const lost = disputeChanged({ state: 'lost', before: 'open', amountBefore: cents(1999) });
    given(payment, ...paid)
      .when(told('open', 0))
      .then(disputeChanged());
    given(payment, ...paid, disputeChanged())
      .when(told('lost', 1))
      .then(lost);
    given(payment, ...paid, disputeChanged(), lost)
      .when(told('open', 1))
      .thenNothing();
    given(payment, ...paid, disputeChanged(), lost)
      .when(told('open', 2))
      .then(disputeChanged({ before: 'lost', amountBefore: cents(1999) }));
  });

  it('was lost where it is appealed, whether somebody heard of that or not', () => {
    const lost = disputeChanged({ state: 'lost', before: 'open', amountBefore: cents(1999) });
    const appealed = disputeChanged({ before: 'lost', amountBefore: cents(1999) });
    given(payment, ...paid)
      .when(told('open', 0, true))
      .then(disputeChanged({ state: 'lost' }), appealed);
    given(payment, ...paid, disputeChanged())
      .when(told('open', 1, true))
      .then(lost, appealed);
    given(payment, ...paid, disputeChanged(), lost)
      .when(told('open', 2, true))
      .then(appealed);
    given(payment, ...paid, disputeChanged(), lost, appealed)
      .when(told('open', 3, true))
      .thenNothing();
  });
});
