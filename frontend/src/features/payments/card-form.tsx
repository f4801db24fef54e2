import { useComputedColorScheme } from '@mantine/core';
import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { type FormEvent, useMemo, useState } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import classes from './card-form.module.css';
import { messageOf } from './payment-error.ts';

type Props = { clientSecret: string | undefined; label: string; onPaid: () => void };

export function CardForm({ clientSecret, label, onPaid }: Props) {
  const stripe = useStripe();
  const elements = useElements();
  const options = useCardOptions();
  const [error, setError] = useState<string>();
  const [isPaying, setPaying] = useState(false);

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!stripe || !card || !clientSecret || isPaying) return;
    setPaying(true);
    setError(undefined);
    const result = await stripe.confirmCardPayment(clientSecret, { payment_method: { card } });
    setPaying(false);
    if (result.error) setError(messageOf(result.error));
    else onPaid();
  };

  return (
    <form onSubmit={pay} noValidate>
      <CardElement options={options} onChange={(change) => setError(change.error?.message)} />
      <div role="alert" className={classes.error}>
        {error}
      </div>
      <BusyButton type="submit" size="lg" fullWidth disabled={!stripe || !clientSecret} isBusy={isPaying}>
        {label}
      </BusyButton>
    </form>
  );
}

/** Stripe's card element is a frame that the page's styles do not reach: it is told its colours. */
function useCardOptions() {
  const scheme = useComputedColorScheme('light');
  return useMemo(() => {
    const [color, placeholder] = scheme === 'dark' ? ['#f4e9d8', '#9aabb1'] : ['#0b2027', '#66767c'];
    return {
      hidePostalCode: true,
      style: { base: { color, fontSize: '17px', iconColor: color, '::placeholder': { color: placeholder } } },
    };
  }, [scheme]);
}
