import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isRefusedPayment, messageOf, nothingTaken } from './payment-error.ts';
import { useIntentStatus } from './use-intent-status.ts';

/** Whether it can be begun, may have happened, or has. */
export type PaymentState = 'open' | 'unknown' | 'confirmed';

const looking = 'We do not know yet whether the payment went through. Looking…';
const calledOff =
  'This payment was called off, and nothing was taken. Reload the page to see what became of the order.';

/**
 * Pays with the card that is typed in. An answer that says nothing of the money, or none, is no failure: then the provider
 * is asked what became of it, until that is known. Whoever shows this is told of each new state.
 */
export function useCardPayment(clientSecret: string | undefined, tell: (state: PaymentState) => void) {
  const stripe = useStripe();
  const elements = useElements();
  const queryClient = useQueryClient();
  const [error, setError] = useState<string>();
  const [step, setStep] = useState<'idle' | 'paying' | 'looking'>('idle');
  const [attempt, setAttempt] = useState(0);
  const status = useIntentStatus(clientSecret, attempt, step === 'looking');

  const open = (message: string) => {
    setStep('idle');
    setError(message);
    tell('open');
  };
  useEffect(() => {
    if (status === 'succeeded') tell('confirmed');
    // Nor has money moved while the bank still has its question to ask.
    else if (status?.startsWith('requires_')) open(nothingTaken);
    else if (status === 'canceled') {
      open(calledOff);
      // It is called off with its order.
      void queryClient.invalidateQueries({ queryKey: ['private'] });
    }
  });

  const pay = async () => {
    const card = elements?.getElement(CardElement);
    if (!stripe || !card || !clientSecret || step !== 'idle') return;
    setStep('paying');
    setAttempt(attempt + 1);
    setError(undefined);
    const result = await stripe.confirmCardPayment(clientSecret, { payment_method: { card } });
    if (result.error && isRefusedPayment(result.error)) return open(messageOf(result.error));
    if (result.paymentIntent?.status === 'succeeded') return tell('confirmed');
    setStep('looking');
    tell('unknown');
  };

  return {
    pay,
    isReady: Boolean(stripe && clientSecret),
    isBusy: step !== 'idle',
    message: step === 'looking' ? looking : error,
    setError,
  };
}
