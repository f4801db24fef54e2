import { describe, expect, it } from 'vitest';
import { projected } from '../../../backend/testing/projected.ts';
import { paymentExpired, paymentRequested, paymentSucceeded } from '../testing/examples.ts';
import { openPayments } from './open-payments.ts';

const at = '2026-01-02T03:04:05.000Z';

describe('the open payments', () => {
  it('show intents of which nothing is known yet, oldest first', () => {
    const { documents, entriesOf } = projected(openPayments, paymentRequested());
    expect([...documents.values()]).toEqual([{ bookingId: 'b1', intentId: 'pi_1', at }]);
    expect(entriesOf('pi_1')).toEqual([{ index: 'open', key: '', sort: at }]);
  });

  it('show none whose money came, or which expired', () => {
    expect(projected(openPayments, paymentRequested(), paymentSucceeded()).documents.size).toBe(0);
    expect(projected(openPayments, paymentRequested(), paymentExpired()).documents.size).toBe(0);
  });

  it('show the next intent beside what became of the last', () => {
    const next = paymentRequested({ intentId: 'pi_2', attempt: 2 });
    expect([...projected(openPayments, paymentRequested(), paymentExpired(), next).documents.keys()]).toEqual(['pi_2']);
  });
});
