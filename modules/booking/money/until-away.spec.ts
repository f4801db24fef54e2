import { describe, expect, it } from 'vitest';
import { contextOf } from '../../../backend/testing/context.ts';
import { DamagedStream, NewerRelease, Unavailable } from '../../kernel/errors.ts';
import type { Withdrawals } from '../../payments/contract.ts';
import { ProviderIsAway, untilAway } from './until-away.ts';

/** Payments of which the first fails as it is said, and how many were asked for. */
function payments(reason: Error) {
  const asked: string[] = [];
  const withdrawals: Withdrawals = {
    async withdraw({ paymentId }) {
      asked.push(paymentId);
      if (asked.length === 1) throw reason;
      return 'canceled';
    },
  };
  const { withdraw } = untilAway(withdrawals);
  return { asked, withdraw: (paymentId: string) => withdraw({ paymentId, again: false }, contextOf(paymentId)) };
}

describe('work on many orders', () => {
  it('asks no more once the provider is away', async () => {
    const { asked, withdraw } = payments(new Unavailable('The provider is away.'));
    await expect(withdraw('one')).rejects.toThrow(ProviderIsAway);
    await expect(withdraw('two')).rejects.toThrow(ProviderIsAway);
    expect(asked).toEqual(['one']);
  });

  it.each([new DamagedStream('payment-one', 'It is broken.'), new NewerRelease('It is of a newer one.')])(
    'asks on where nothing can be said of one payment alone: $name',
    async (reason) => {
      const { asked, withdraw } = payments(reason);
      await expect(withdraw('one')).rejects.toThrow(ProviderIsAway);
      expect(await withdraw('two')).toBe('canceled');
      expect(asked).toEqual(['one', 'two']);
    },
  );
});
