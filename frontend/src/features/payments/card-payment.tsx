import { Elements } from '@stripe/react-stripe-js';
import { useQuery } from '@tanstack/react-query';
import type { Booking } from '../../../../modules/booking/contract.ts';
import type { ShopConfig } from '../../../../modules/payments/contract.ts';
import { Failed } from '../../components/failed.tsx';
import { Loading } from '../../components/loading.tsx';
import { Panel } from '../../components/panel.tsx';
import { CardForm } from './card-form.tsx';
import { stripeQuery } from './stripe-query.ts';
import { TestCards } from './test-cards.tsx';
import type { PaymentState } from './use-card-payment.ts';
import { useClientSecret } from './use-client-secret.ts';

type Props = {
  booking: Booking;
  email: string;
  payments: ShopConfig['payments'];
  label: string;
  onPayment: (state: PaymentState) => void;
};

export function CardPayment({ booking, email, payments, label, onPayment }: Props) {
  const stripe = useQuery(stripeQuery(payments));
  const secret = useClientSecret(email, booking);

  // A card form that is there stays, with the card that was typed into it, when asking again has failed.
  const missing = [stripe, secret].filter((query) => query.isLoadingError);
  const [failed] = missing;
  if (stripe.data && !failed) {
    return (
      <Panel>
        <Elements stripe={stripe.data}>
          <CardForm clientSecret={secret.data} label={label} onPayment={onPayment} />
        </Elements>
        {payments.provider === 'sandbox' && <TestCards />}
      </Panel>
    );
  }
  const retry = () => void Promise.all(missing.map((query) => query.refetch()));
  return (
    <>
      <Failed title="This order cannot be paid now" error={failed?.error ?? null} retry={retry} />
      {!failed && <Loading />}
    </>
  );
}
