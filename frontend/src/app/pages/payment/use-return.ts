import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** What Stripe adds to the address that people come back to. https://docs.stripe.com/js/payment_intents/confirm_payment */
const added = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'];

/**
 * Whether somebody comes back from a bank or wallet that needed a page of its own. What the address says of the payment is
 * not believed, since anybody may write one, and does not stay in it: a client secret is not for histories and bookmarks.
 */
export function useReturn(): boolean {
  const [params, setParams] = useSearchParams();
  const isNamed = added.some((name) => params.has(name));
  const [isReturn] = useState(isNamed);
  useEffect(() => {
    if (!isNamed) return;
    const others = new URLSearchParams([...params].filter(([name]) => !added.includes(name)));
    setParams(others, { replace: true });
  }, [isNamed, params, setParams]);
  return isReturn;
}
