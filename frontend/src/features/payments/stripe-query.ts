import { queryOptions } from '@tanstack/react-query';
import type { ShopConfig } from '../../../../modules/payments/contract.ts';
import { fetchCode } from '../../lib/lazy-loading/fetch-code.ts';

const notLoaded = 'The card form of the payment provider could not be loaded. Check the connection and try again.';

/** Stripe.js: Stripe's own where the shop takes real cards, the sandbox's otherwise. Only one of them is ever fetched. */
export function stripeQuery({ provider, publishableKey }: ShopConfig['payments']) {
  return queryOptions({
    queryKey: ['stripe', provider, publishableKey],
    queryFn: async () => {
      if (provider === 'sandbox') {
        const { sandboxStripe } = await fetchCode(() => import('./sandbox-stripe/sandbox-stripe.ts'));
        return sandboxStripe(publishableKey);
      }
      const { loadStripe } = await fetchCode(() => import('@stripe/stripe-js/dist/pure.mjs'));
      const stripe = await loadStripe(publishableKey).catch((cause: unknown) => {
        throw new Error(notLoaded, { cause });
      });
      if (!stripe) throw new Error(notLoaded);
      return stripe;
    },
    staleTime: Number.POSITIVE_INFINITY,
    // The object is not data: comparing it with the one before would walk through all of it.
    structuralSharing: false,
  });
}
