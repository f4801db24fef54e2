import { describe, expect, it } from 'vitest';
import { given } from '../../backend/testing/given.ts';
import { fold } from '../kernel/aggregate.ts';
import { expirePayment } from './commands/expire-payment.ts';
import { recordPaymentSuccess } from './commands/record-payment-success.ts';
import { type RequestPayment, requestPayment } from './commands/request-payment.ts';
import { type Payment, payment } from './payment.ts';
import {
  paymentExpired,
  paymentFailed,
  paymentRequested,
  paymentReturned,
  paymentSucceeded,
} from './testing/examples.ts';

const request =
  (but: Partial<RequestPayment> = {}) =>
  (state: Payment) =>
    requestPayment({ type: 'RequestPayment', ...paymentRequested().data, ...but }, state);
const succeed =
  (intentId = 'pi_1') =>
  (state: Payment) =>
    recordPaymentSuccess({ type: 'RecordPaymentSuccess', ...paymentSucceeded({ intentId }).data }, state);
const expire = (state: Payment) => expirePayment({ type: 'ExpirePayment', bookingId: 'b1', intentId: 'pi_1' }, state);

describe('asking for the money of an order', () => {
  it('records the intent', () => given(payment).when(request()).then(paymentRequested()));

  it('does nothing when the same intent is asked for again', () =>
    given(payment, paymentRequested()).when(request()).thenNothing());

  it('records the next intent once the last has expired', () =>
    given(payment, paymentRequested(), paymentExpired())
      .when(request({ intentId: 'pi_2', attempt: 2 }))
      .then(paymentRequested({ intentId: 'pi_2', attempt: 2 })));

  it('does nothing when the money has come already', () =>
    given(payment, paymentSucceeded()).when(request()).thenNothing());
});

describe("the provider's word that money came", () => {
  it('is recorded', () => given(payment, paymentRequested()).when(succeed()).then(paymentSucceeded()));

  it('is recorded once', () => given(payment, paymentRequested(), paymentSucceeded()).when(succeed()).thenNothing());

  it('is recorded though the intent had expired, or was never recorded', () => {
    given(payment, paymentRequested(), paymentExpired()).when(succeed()).then(paymentSucceeded());
    given(payment).when(succeed()).then(paymentSucceeded());
  });

  it('is recorded for each intent', () =>
    given(payment, paymentRequested(), paymentSucceeded())
      .when(succeed('pi_2'))
      .then(paymentSucceeded({ intentId: 'pi_2' })));
});

describe('an intent for which nothing came', () => {
  it('expires', () => given(payment, paymentRequested(), paymentFailed()).when(expire).then(paymentExpired()));

  it('does not when money came, another was asked for, or it has expired', () => {
    given(payment, paymentRequested(), paymentSucceeded()).when(expire).thenNothing();
    given(payment, paymentRequested(), paymentRequested({ intentId: 'pi_2', attempt: 2 }))
      .when(expire)
      .thenNothing();
    given(payment, paymentRequested(), paymentExpired()).when(expire).thenNothing();
    given(payment).when(expire).thenNothing();
  });
});

it('a payment is what it was when money was returned or a card refused', () => {
  const before = [paymentRequested(), paymentSucceeded()];
  expect(fold(payment, [...before, paymentReturned(), paymentFailed()])).toEqual(fold(payment, before));
});
