import { Elements, PaymentElement, useElements } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { LoadingRows } from '../../components/states/loading-rows.tsx';
import { useAppearance } from './appearance.ts';
import classes from './payment-form.module.css';

type Props = {
  /** Undefined until there is something to type into. */
  element: { stripe: Stripe; clientSecret: string } | undefined;
  label: string;
  isBusy: boolean;
  message: string | undefined;
  pay: (elements: StripeElements) => Promise<void>;
  /** The fields could not be shown. */
  onLoadError: (error: StripeError) => void;
};

/** Stripe's Payment Element and the button that pays, which waits for the client secret. */
export function PaymentForm({ element, ...form }: Props) {
  const appearance = useAppearance();
  const clientSecret = element?.clientSecret;
  const options = useMemo(
    () => (clientSecret === undefined ? undefined : { clientSecret, appearance, locale: 'en' as const }),
    [clientSecret, appearance],
  );
  if (!element || !options) {
    const fields = <LoadingRows label="Loading the ways to pay" rows={2} height={69} />;
    return <Form {...form} fields={fields} isReady={false} onSubmit={() => undefined} />;
  }
  return (
    // Another secret is another payment, for which Elements have to be made anew.
    <Elements key={clientSecret} stripe={element.stripe} options={options}>
      <ElementForm {...form} />
    </Elements>
  );
}

function ElementForm({ pay, onLoadError, ...form }: Omit<Props, 'element'>) {
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  return (
    <Form
      {...form}
      fields={<PaymentElement onReady={() => setReady(true)} onLoadError={({ error }) => onLoadError(error)} />}
      isReady={isReady && elements !== null}
      onSubmit={() => elements && void pay(elements)}
    />
  );
}

type FormProps = Pick<Props, 'label' | 'isBusy' | 'message'> & {
  fields: ReactNode;
  isReady: boolean;
  onSubmit: () => void;
};

function Form({ fields, label, isReady, isBusy, message, onSubmit }: FormProps) {
  const said = useRef<HTMLDivElement>(null);
  const wasSent = useRef(false);
  // It may take long until it is known what became of a payment, and the button that had the focus is disabled until then.
  useEffect(() => {
    const isLost = wasSent.current && isBusy && message !== undefined && document.activeElement === document.body;
    if (isLost) said.current?.focus();
  }, [isBusy, message]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    wasSent.current = true;
    onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.fields}>{fields}</div>
      <div role="alert" ref={said} tabIndex={-1} className={isBusy ? classes.said : classes.error}>
        {message}
      </div>
      <BusyButton type="submit" size="lg" fullWidth disabled={!isReady} isBusy={isBusy}>
        {label}
      </BusyButton>
    </form>
  );
}
