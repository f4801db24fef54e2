import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import { Failed } from '../../components/failed.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { LapseTimer } from '../../features/booking/lapse-timer.tsx';
import { OrderSlip } from '../../features/booking/order-slip.tsx';
import { useUntilPaid } from '../../features/booking/use-until-paid.ts';
import { OrderPayment } from '../../features/payments/order-payment.tsx';
import type { PaymentState } from '../../features/payments/use-payment.ts';
import { ApiError } from '../../lib/api-error.ts';
import { configQuery } from '../../lib/config-query.ts';
import { formatPrice } from '../../lib/money.ts';
import { useSession } from '../../lib/use-session.ts';
import classes from './payment-page.module.css';
import { PaymentSuccess } from './payment-success.tsx';
import { useReturn } from './use-return.ts';

export function PaymentPage() {
  const { id = '' } = useParams();
  const email = useSession()?.email ?? '';
  const isReturn = useReturn();
  const [payment, setPayment] = useState<PaymentState>(isReturn ? 'unknown' : 'open');
  const [isOver, setOver] = useState(false);
  const over = useCallback(() => setOver(true), []);
  const booking = useUntilPaid(email, id, payment !== 'open' || isOver);
  const config = useQuery(configQuery);

  const error = booking.error ?? config.error;
  if (error instanceof ApiError && error.status === 404) {
    const isPayment = payment === 'unknown' || payment === 'confirmed';
    return <NoSuchOrder wasShown={booking.data !== undefined} isPayment={isPayment} hasLapsed={isOver} />;
  }
  // What is there is shown even when asking for it again has failed: a card must not vanish while it is typed.
  if (!booking.data || !config.data) {
    const retry = () => void Promise.all([booking.refetch(), config.refetch()]);
    return (
      <>
        <Failed title="The order could not be fetched" error={error} retry={retry} page />
        {!error && <LoadingRows label="Loading the order" height={72} />}
      </>
    );
  }

  const { paid, price, toolName, status } = booking.data;
  const { currency, payments, lapse } = config.data;
  const isConfirmed = payment === 'confirmed' || (payment === 'unknown' && paid);
  const isPayable = status === 'unpaid' && !isConfirmed && price > 0;
  return (
    <>
      <PageHead title="Payment">
        For your order of <bdi dir="auto">{toolName}</bdi>.
      </PageHead>
      <div className={classes.columns}>
        <OrderSlip booking={booking.data} currency={currency} />
        <div>
          <PaymentSuccess isPaid={isConfirmed} />
          {isPayable && payment === 'open' && <LapseTimer booking={booking.data} lapse={lapse} onOver={over} />}
          {isPayable && (
            <OrderPayment
              booking={booking.data}
              email={email}
              payments={payments}
              label={`Pay ${formatPrice(price, currency)}`}
              isReturn={isReturn}
              onPayment={setPayment}
            />
          )}
          {isConfirmed && !paid && <p>The order will show as paid in a moment.</p>}
          {isConfirmed && <MyOrdersLink />}
          {status === 'paid' && !isConfirmed && (
            <StateMessage title="This order is paid">
              <MyOrdersLink />
            </StateMessage>
          )}
          {status === 'refunded' && !isConfirmed && (
            <StateMessage title="This order was refunded">
              {`${formatPrice(price, currency)} went back to the card it was paid with.`}
              <MyOrdersLink />
            </StateMessage>
          )}
        </div>
      </div>
    </>
  );
}

type Gone = {
  /** It goes away before one's eyes, with the form that had the focus. */
  wasShown: boolean;
  /** A payment of it may have happened. */
  isPayment: boolean;
  /** The time to pay ran out before one's eyes. */
  hasLapsed: boolean;
};

function NoSuchOrder({ wasShown, isPayment, hasLapsed }: Gone) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (wasShown) title.current?.focus();
  }, [wasShown]);
  return (
    <StateMessage
      title={hasLapsed ? 'This order has lapsed' : 'There is no such order'}
      picture="/pictures/empty-orders.svg"
      page
      announce={wasShown}
      titleRef={title}
    >
      {hasLapsed
        ? 'It was not paid in time, and its pieces went back on the shelf.'
        : 'It may have been taken back, or have expired because it was not paid.'}
      {isPayment && ' Should money have been taken for it, it goes back to the card.'}
      <MyOrdersLink />
    </StateMessage>
  );
}

function MyOrdersLink() {
  return (
    <Button component={Link} to={pages.myOrders} variant="default">
      Look at my orders
    </Button>
  );
}
