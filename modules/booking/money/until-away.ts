import { isOfOneStream, Refusal, Unavailable } from '../../kernel/errors.ts';
import type { Withdrawals } from '../../payments/contract.ts';

/** This order cannot be ended at this moment, since the provider is away, or nothing can be said of its payment; others can. */
export class ProviderIsAway extends Refusal {
  override name = 'ProviderIsAway';
}

/**
 * Circuit breaker for work on many orders: once the provider is away it is not asked again. Without this, each of them
 * would wait for it as long as the first. That one payment cannot be read says nothing of others.
 */
export function untilAway(payments: Withdrawals): Withdrawals {
  let isAway = false;
  return {
    async withdraw(which, context) {
      if (isAway) throw new ProviderIsAway('The payment provider is away.');
      try {
        return await payments.withdraw(which, context);
      } catch (reason) {
        if (!(reason instanceof Unavailable)) throw reason;
        isAway ||= !isOfOneStream(reason);
        throw new ProviderIsAway('The payment provider is away.', { cause: reason });
      }
    },
  };
}
