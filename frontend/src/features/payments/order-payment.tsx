import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { generatePath } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { amountNotCharged } from '../../../../modules/payments/bounds/contract.ts';
import type { ShopConfig } from '../../../../modules/payments/contract.ts';
import { Panel } from '../../components/layout/panel.tsx';
import { Failed } from '../../components/states/failed.tsx';
import { MyOrdersLink } from '../../components/states/my-orders-link.tsx';
import { StateMessage } from '../../components/states/state-message.tsx';
import { ApiError, isDecided } from '../../lib/api/api-error.ts';
import { clientSecretQuery, type Payable } from './client-secret-query.ts';
import { PaymentForm } from './payment-form.tsx';
import { stripeQuery } from './stripe-query.ts';
import { TestCards } from './test-cards.tsx';
import { type PaymentState, usePayment } from './use-payment.ts';

type Props = {
  booking: Payable;
  /** Where a bank or wallet that needs a page of its own sends people back to, from the root. */
  returnTo?: string;
  email: string;
  payments: ShopConfig['payments'];
  label: string;
  /** Somebody comes back from a bank or wallet, where it may have been paid. */
  isReturn: boolean;
  onPayment: (state: PaymentState) => void;
  /** What can be done instead about a sum that no card pays. */
  wayOn: ReactNode;
};

/** Takes the money for an order, whoever the provider is. */
export function OrderPayment({ booking, returnTo, email, payments, label, isReturn, onPayment, wayOn }: Props) {
  const stripe = useQuery(stripeQuery(payments));
  const secret = useQuery(clientSecretQuery(email, booking));
  const [unshown, setUnshown] = useState<Error>();
  const returnUrl = new URL(returnTo ?? generatePath(pages.payment, { id: booking._id }), window.location.origin).href;
  const asked = { stripe: stripe.data, clientSecret: secret.data, returnUrl, isReturn, tell: onPayment };
  const { pay, step, message } = usePayment(asked);

  // The shop has refused it for good: it is paid, or gone, and the order itself says so in a moment.
  const noCard = secret.error instanceof ApiError && secret.error.type === amountNotCharged ? secret.error : undefined;
  const isRefused = isDecided(secret.error) && !noCard;
  useEffect(() => {
    if (isRefused) onPayment(isReturn ? 'unknown' : 'refused');
  }, [isRefused, isReturn, onPayment]);

  // A form that is there stays, with the card that was typed into it, when asking again has failed.
  const missing = [stripe, secret].filter((query) => query.isLoadingError);
  const error = (isReturn && isRefused ? undefined : missing[0]?.error) ?? unshown ?? null;
  const retry = () => {
    setUnshown(undefined);
    void Promise.all((unshown ? [secret] : missing).map((query) => query.refetch()));
  };
  if (step === 'processing') return <OnItsWay />;
  if (noCard) {
    return (
      <StateMessage title="No card pays this at once" announce>
        {noCard.message}. Nothing was taken.
        {wayOn}
      </StateMessage>
    );
  }
  const element =
    stripe.data && secret.data && step !== 'asking' ? { stripe: stripe.data, clientSecret: secret.data } : undefined;
  return (
    <>
      {(error || !element) && <Failed title="This order cannot be paid now" error={error} retry={retry} />}
      {!error && (
        <Panel>
          <PaymentForm
            element={element}
            label={label}
            isBusy={step === 'paying' || step === 'looking'}
            message={message}
            pay={pay}
            onLoadError={({ message: words }) => setUnshown(new Error(words))}
          />
          {payments.provider === 'sandbox' && <TestCards />}
        </Panel>
      )}
    </>
  );
}

/** Some ways to pay take minutes or days. There is nothing to do but to wait, and the order waits too. */
function OnItsWay() {
  const title = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone with the form.
  useEffect(() => title.current?.focus(), []);
  return (
    <StateMessage title="Your payment is on its way" titleRef={title} announce>
      Your bank is still dealing with it. The order is kept for you meanwhile, and shows as paid as soon as the money is
      there. You may leave this page.
      <MyOrdersLink />
    </StateMessage>
  );
}
