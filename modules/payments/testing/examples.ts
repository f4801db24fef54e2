import type { PaymentUnmatched } from '../../booking/contract.ts';
import type {
  PaymentExpired,
  PaymentFailed,
  PaymentNotReturned,
  PaymentRequested,
  PaymentReturned,
  PaymentSucceeded,
} from '../events.ts';

/** Events of a payment as specs need them: the usual case, but for what the sentence is about. */

const amount = { amount: 1999, currency: 'usd' };

export const paymentRequested = (but: Partial<PaymentRequested['data']> = {}): PaymentRequested => ({
  type: 'PaymentRequested',
  data: { bookingId: 'b1', intentId: 'pi_1', attempt: 1, amount, ...but },
});

export const paymentSucceeded = (but: Partial<PaymentSucceeded['data']> = {}): PaymentSucceeded => ({
  type: 'PaymentSucceeded',
  data: { bookingId: 'b1', intentId: 'pi_1', amount, ...but },
});

export const paymentFailed = (but: Partial<PaymentFailed['data']> = {}): PaymentFailed => ({
  type: 'PaymentFailed',
  data: { bookingId: 'b1', intentId: 'pi_1', code: 'card_declined', ...but },
});

export const paymentExpired = (but: Partial<PaymentExpired['data']> = {}): PaymentExpired => ({
  type: 'PaymentExpired',
  data: { bookingId: 'b1', intentId: 'pi_1', ...but },
});

export const paymentReturned = (but: Partial<PaymentReturned['data']> = {}): PaymentReturned => ({
  type: 'PaymentReturned',
  data: { bookingId: 'b1', intentId: 'pi_1', refundId: 're_1', amount, ...but },
});

export const paymentNotReturned = (but: Partial<PaymentNotReturned['data']> = {}): PaymentNotReturned => ({
  type: 'PaymentNotReturned',
  data: { bookingId: 'b1', intentId: 'pi_1', amount, because: 'It has been refunded already.', ...but },
});

/** What booking tells of money that fits no order. */
export const paymentUnmatched = (but: Partial<PaymentUnmatched['data']> = {}): PaymentUnmatched => ({
  type: 'PaymentUnmatched',
  data: { bookingId: 'b1', paymentId: 'pi_1', amount, because: 'gone', ...but },
});
