import type { Stripe } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { lookingPauseMs } from '../../lib/live/looking-pause.ts';

type Looked = {
  /** As the provider says; undefined while nobody knows, or while it is not asked for. */
  status: string | undefined;
  /** It was asked for, and no answer came. It is asked for again. */
  isUnknown: boolean;
};

/**
 * How far a payment is. It is asked for ever more rarely until it is final. Each attempt is a question of its own, and so
 * is each visit of the page: what an earlier one came to is no answer.
 */
export function useIntentStatus(
  stripe: Stripe | undefined,
  { clientSecret, attempt, isWanted }: { clientSecret: string | undefined; attempt: number; isWanted: boolean },
): Looked {
  const intent = useQuery({
    queryKey: ['private', 'payment-intent', clientSecret, attempt],
    queryFn: async () => {
      const answer = await stripe?.retrievePaymentIntent(clientSecret ?? '');
      if (!answer?.paymentIntent) throw new Error(answer?.error.message ?? 'The payment provider gave no answer.');
      return answer.paymentIntent.status;
    },
    enabled: isWanted && stripe !== undefined && clientSecret !== undefined,
    // It is asked again anyway.
    retry: false,
    refetchInterval: ({ state }) => lookingPauseMs(state.dataUpdateCount + state.errorUpdateCount),
    staleTime: 0,
    gcTime: 0,
  });
  return { status: isWanted ? intent.data : undefined, isUnknown: isWanted && intent.isLoadingError };
}
