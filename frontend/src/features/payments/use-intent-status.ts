import { useStripe } from '@stripe/react-stripe-js';
import { useQuery } from '@tanstack/react-query';
import { lookingPauseMs } from '../../lib/looking-pause.ts';

/**
 * How far a payment is, as the provider says: undefined while nobody knows, or while it is not asked for. It is asked for
 * ever more rarely until it is final. Each attempt is a question of its own: what an earlier one came to is no answer.
 */
export function useIntentStatus(clientSecret: string | undefined, attempt: number, isWanted: boolean) {
  const stripe = useStripe();
  const intent = useQuery({
    queryKey: ['private', 'payment-intent', clientSecret, attempt],
    queryFn: async () => {
      const answer = await stripe?.retrievePaymentIntent(clientSecret ?? '');
      if (!answer?.paymentIntent) throw new Error(answer?.error.message ?? 'The payment provider gave no answer.');
      return answer.paymentIntent.status;
    },
    enabled: isWanted && clientSecret !== undefined,
    // It is asked again anyway.
    retry: false,
    refetchInterval: ({ state }) => lookingPauseMs(state.dataUpdateCount + state.errorUpdateCount),
  });
  return isWanted ? intent.data : undefined;
}
