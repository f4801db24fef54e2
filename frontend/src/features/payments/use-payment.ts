import type { PaymentIntentResult, Stripe, StripeElements } from '@stripe/stripe-js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isRefusedPayment, messageOf, nothingTaken } from './payment-error.ts';
import { useIntentStatus } from './use-intent-status.ts';

/** Whether it can be begun, is being made, may have happened, has, or was refused by the shop for what the order is by now. */
export type PaymentState = 'open' | 'paying' | 'unknown' | 'confirmed' | 'refused';

/** `asking`: how far it is already, before anything is offered; `processing`: the provider has it on its way. */
type Step = 'asking' | 'idle' | 'paying' | 'looking' | 'processing';

const looking = 'We do not know yet whether the payment went through. Looking…';
const calledOff =
  'This payment was called off, and nothing was taken. Reload the page to see what became of the order.';

type Options = {
  stripe: Stripe | undefined;
  clientSecret: string | undefined;
  /** Where a bank or wallet that needs a page of its own sends people back to. */
  returnUrl: string;
  /** Somebody comes back from there, so that the payment may have happened. */
  isReturn: boolean;
  /** Told of each new state. */
  tell: (state: PaymentState) => void;
};

/**
 * Pays with what is typed into the Payment Element. An answer that says nothing of the money, or none, is no failure: then
 * the provider is asked what became of it, until that is known. It is asked at the beginning too: the page may have been
 * reloaded in the middle of a payment.
 */
export function usePayment({ stripe, clientSecret, returnUrl, isReturn, tell }: Options) {
  const queryClient = useQueryClient();
  const [error, setError] = useState<string>();
  const [step, setStep] = useState<Step>(isReturn ? 'looking' : 'asking');
  const [attempt, setAttempt] = useState(0);
  // Two presses may come before the page has been drawn anew.
  const isPaying = useRef(false);
  const isWanted = step === 'asking' || step === 'looking' || step === 'processing';
  const { status, isUnknown } = useIntentStatus(stripe, { clientSecret, attempt, isWanted });

  const open = (message: string | undefined) => {
    isPaying.current = false;
    setStep('idle');
    setError(message);
    tell('open');
  };
  useEffect(() => {
    if (status === 'succeeded') tell('confirmed');
    else if (status === 'processing' && step !== 'processing') {
      setStep('processing');
      tell('unknown');
    }
    // Nor has money moved while the bank still has its question to ask.
    else if (status?.startsWith('requires_')) open(step === 'asking' ? undefined : nothingTaken);
    else if (status === 'canceled') {
      open(calledOff);
      // It is called off with its order.
      void queryClient.invalidateQueries({ queryKey: ['private'] });
    }
    // An intent takes money once: nothing is risked by offering it.
    else if (isUnknown && step === 'asking') open(undefined);
  });

  const pay = async (elements: StripeElements) => {
    if (!stripe || step !== 'idle' || isPaying.current) return;
    isPaying.current = true;
    setStep('paying');
    setAttempt(attempt + 1);
    setError(undefined);
    // The shop may know that it is paid before the provider has answered here.
    tell('paying');
    const { error: failure, paymentIntent } = await confirmed(stripe, elements, returnUrl);
    if (failure && isRefusedPayment(failure)) return open(messageOf(failure));
    if (paymentIntent?.status === 'succeeded') return tell('confirmed');
    setStep(paymentIntent?.status === 'processing' ? 'processing' : 'looking');
    tell('unknown');
  };

  return { pay, step, message: step === 'looking' ? looking : error };
}

/** What confirming came to; nothing of either where even Stripe.js does not say. */
async function confirmed(
  stripe: Stripe,
  elements: StripeElements,
  returnUrl: string,
): Promise<Partial<PaymentIntentResult>> {
  try {
    return await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: returnUrl },
      redirect: 'if_required',
    });
  } catch {
    return {};
  }
}
