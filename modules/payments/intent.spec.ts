import { describe, expect, it } from 'vitest';
import { openTill } from '../../backend/testing/deciding/till.ts';
import { Unavailable } from '../kernel/errors.ts';
import { paymentsOf } from './testing/opened-payments.ts';

const hour = 3_600_000;

describe('the intent of a payment', () => {
  it('is asked for again under the same key while nothing was answered', async () => {
    const till = openTill();
    const id = await till.order();
    till.fail('loses the answer');
    await expect(till.begin([id])).rejects.toThrow(Unavailable);
    const secret = await till.begin([id]);
    expect(till.ofType('IntentAttempted')).toHaveLength(1);
    expect(till.store.intent(secret.split('_secret_')[0] ?? '')).toBeDefined();
    expect(till.asked.filter((which) => which === 'POST /v1/payment_intents')).toHaveLength(2);
  });

  it('is asked for under a new key, written down before, when the provider failed itself', async () => {
    const till = openTill();
    const id = await till.order();
    till.fail('fails after');
    const secret = await till.begin([id]);
    expect(till.ofType('IntentAttempted').map(({ data }) => (data as { attempt: number }).attempt)).toEqual([1, 2]);
    expect(till.pay(secret)).toBe(true);
  });

  it('is asked for under a new key when the provider has forgotten the last one', async () => {
    const till = openTill();
    const id = await till.order();
    till.fail('loses the answer');
    await expect(till.begin([id])).rejects.toThrow(Unavailable);
    till.later(24 * hour);
    await till.begin([id]);
    expect(till.ofType('IntentAttempted')).toHaveLength(2);
  });

  it('is another one, of another payment, once the provider has cancelled it', async () => {
    const till = openTill();
    const id = await till.order();
    const first = await till.begin([id]);
    await till.gateway.cancelIntent(first.split('_secret_')[0] ?? '');
    const second = await till.begin([id]);
    expect(second).not.toBe(first);
    expect(till.pay(second)).toBe(true);
    expect(paymentsOf(till)).toHaveLength(2);
  });

  it('is known to be of its payment before its secret is given out', async () => {
    const till = openTill();
    const secret = await till.begin([await till.order()]);
    const [linked] = till.ofType('IntentLinked');
    expect(linked?.stream).toBe(`intent-${secret.split('_secret_')[0]}`);
    expect(linked?.data).toMatchObject({ paymentId: paymentsOf(till)[0]?.paymentId });
  });
});
