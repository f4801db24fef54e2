import { useComputedColorScheme } from '@mantine/core';
import { CardElement } from '@stripe/react-stripe-js';
import { type FormEvent, useMemo } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import classes from './card-form.module.css';
import { type PaymentState, useCardPayment } from './use-card-payment.ts';

type Props = { clientSecret: string | undefined; label: string; onPayment: (state: PaymentState) => void };

export function CardForm({ clientSecret, label, onPayment }: Props) {
  const options = useCardOptions();
  const { pay, isReady, isBusy, message, setError } = useCardPayment(clientSecret, onPayment);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void pay();
  };

  return (
    <form onSubmit={submit} noValidate>
      <CardElement options={options} onChange={(change) => setError(change.error?.message)} />
      <div role="alert" className={classes.error}>
        {message}
      </div>
      <BusyButton type="submit" size="lg" fullWidth disabled={!isReady} isBusy={isBusy}>
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
