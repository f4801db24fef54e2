import type { Share } from '../../booking/money/contract.ts';
import type {
  DisputeChanged,
  IntentAttempted,
  IntentCreated,
  IntentLinked,
  OrderToPayChosen,
  PaymentCanceled,
  PaymentClosed,
  PaymentFailed,
  PaymentMessageHeard,
  PaymentOpened,
  PaymentSucceeded,
  RefundAttempted,
  RefundChanged,
  RefundGivenElsewhere,
} from '../events.ts';

/** Events of a payment as specs need them: the usual case, but for what the sentence is about. */

const amount = { amount: 1999, currency: 'usd' };
const nothing = { amount: 0, currency: 'usd' };
const at = '2026-01-02T03:04:05.000Z';

export const share = (but: Partial<Share> = {}): Share => ({ bookingId: 'b1', uid: 'u1', amount, ...but });

export const paymentOpened = (but: Partial<PaymentOpened['data']> = {}): PaymentOpened => ({
  type: 'PaymentOpened',
  data: { paymentId: 'p1', amount, orders: [share()], ...but },
});

export const intentAttempted = (but: Partial<IntentAttempted['data']> = {}): IntentAttempted => ({
  type: 'IntentAttempted',
  data: { paymentId: 'p1', attempt: 1, at, ...but },
});

export const intentCreated = (but: Partial<IntentCreated['data']> = {}): IntentCreated => ({
  type: 'IntentCreated',
  data: { paymentId: 'p1', intentId: 'pi_1', attempt: 1, amount, ...but },
});

export const intentLinked = (but: Partial<IntentLinked['data']> = {}): IntentLinked => ({
  type: 'IntentLinked',
  data: { intentId: 'pi_1', paymentId: 'p1', ...but },
});

export const paymentFailed = (but: Partial<PaymentFailed['data']> = {}): PaymentFailed => ({
  type: 'PaymentFailed',
  data: { paymentId: 'p1', intentId: 'pi_1', amount, orders: [share()], code: 'card_declined', ...but },
});

/** A refusal of which the bank says more. */
export const paymentDeclined = (): PaymentFailed => paymentFailed({ declineCode: 'insufficient_funds' });

export const paymentMessageHeard = (but: Partial<PaymentMessageHeard['data']> = {}): PaymentMessageHeard => ({
  type: 'PaymentMessageHeard',
  data: { paymentId: 'p1', intentId: 'pi_1', eventId: 'evt_1', kind: 'processing', at, ...but },
});

export const paymentClosed = (but: Partial<PaymentClosed['data']> = {}): PaymentClosed => ({
  type: 'PaymentClosed',
  data: { paymentId: 'p1', amount, orders: [share()], ...but },
});

export const paymentCanceled = (but: Partial<PaymentCanceled['data']> = {}): PaymentCanceled => ({
  type: 'PaymentCanceled',
  data: { paymentId: 'p1', amount, orders: [share()], ...but },
});

export const paymentSucceeded = (but: Partial<PaymentSucceeded['data']> = {}): PaymentSucceeded => ({
  type: 'PaymentSucceeded',
  data: { paymentId: 'p1', intentId: 'pi_1', amount, expected: amount, orders: [share()], receivedAt: at, ...but },
});

export const refundAttempted = (but: Partial<RefundAttempted['data']> = {}): RefundAttempted => ({
  type: 'RefundAttempted',
  data: { paymentId: 'p1', intentId: 'pi_1', refundId: 'r1', ...share(), attempt: 1, at, ...but },
});

export const refundChanged = (but: Partial<RefundChanged['data']> = {}): RefundChanged => ({
  type: 'RefundChanged',
  data: {
    paymentId: 'p1',
    intentId: 'pi_1',
    refundId: 'r1',
    providerRefundId: 're_1',
    ...share(),
    state: 'succeeded',
    before: 'attempted',
    madeAt: at,
    ...but,
  },
});

export const refundGivenElsewhere = (but: Partial<RefundGivenElsewhere['data']> = {}): RefundGivenElsewhere => ({
  type: 'RefundGivenElsewhere',
  data: { paymentId: 'p1', refundId: 'r1', ...share(), ...but },
});

export const disputeChanged = (but: Partial<DisputeChanged['data']> = {}): DisputeChanged => ({
  type: 'DisputeChanged',
  data: {
    paymentId: 'p1',
    intentId: 'pi_1',
    disputeId: 'dp_1',
    amount,
    state: 'open',
    before: 'none',
    amountBefore: nothing,
    openedAt: at,
    orders: [share()],
    ...but,
  },
});

export const orderToPayChosen = (): OrderToPayChosen => ({
  type: 'OrderToPayChosen',
  data: { bookingId: 'b1', uid: 'u1' },
});

/** The provider will not make it. */
export const refundRefused = (but: Partial<RefundChanged['data']> = {}): RefundChanged => {
  const { providerRefundId: _, madeAt: __, ...data } = refundChanged().data;
  return { type: 'RefundChanged', data: { ...data, state: 'failed', because: 'It has been charged back.', ...but } };
};

/** A bank has sent it back, weeks after it went. */
export const refundSentBack = (but: Partial<RefundChanged['data']> = {}): RefundChanged =>
  refundChanged({ state: 'failed', before: 'succeeded', because: 'lost_or_stolen_card', ...but });
