import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { PageHead } from '../../../components/layout/page-head.tsx';
import { Failed } from '../../../components/states/failed.tsx';
import { LoadingRows } from '../../../components/states/loading-rows.tsx';
import { LapseTimer } from '../../../features/booking/lapse-timer.tsx';
import { OrderSlip } from '../../../features/booking/order-slip.tsx';
import { goneOf } from '../../../features/booking/shown-booking.ts';
import { useUntilPaid } from '../../../features/booking/use-until-paid.ts';
import { OrderPayment } from '../../../features/payments/order-payment.tsx';
import type { PaymentState } from '../../../features/payments/use-payment.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatPrice } from '../../../lib/formatting/money.ts';
import { configQuery } from '../../../lib/queries/config-query.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { AfterPayment } from './after-payment.tsx';
import { NoCardPays } from './no-card-pays.tsx';
import { NoSuchOrder } from './no-such-order.tsx';
import { NothingToPay } from './nothing-to-pay.tsx';
import classes from './payment-page.module.css';
import { PaymentSuccess } from './payment-success.tsx';
import { useReturn } from './use-return.ts';

export function PaymentPage() {
  const { id = '' } = useParams();
  // Without the key, going back from an order that was just paid to another would say that this one is.
  return <Payment key={id} id={id} />;
}

function Payment({ id }: { id: string }) {
  const email = useSession()?.email ?? '';
  const isReturn = useReturn();
  const [payment, setPayment] = useState<PaymentState>(isReturn ? 'unknown' : 'open');
  const [isOver, setOver] = useState(false);
  const over = useCallback(() => setOver(true), []);
  const isAwaited = payment !== 'open' && payment !== 'paying';
  const booking = useUntilPaid(email, id, isAwaited || isOver);
  const config = useQuery(configQuery);

  const error = booking.error ?? config.error;
  const gone = booking.data && goneOf(booking.data);
  const wasOffered = useRef(false);
  if (gone || (error instanceof ApiError && error.status === 404)) {
    const isPayment = payment !== 'open' && payment !== 'refused';
    const because = gone ?? (isOver ? 'expired' : undefined);
    return <NoSuchOrder wasShown={booking.data !== undefined} because={because} isPayment={isPayment} />;
  }
  // What is there is shown even when asking for it again has failed: a card must not vanish while it is typed.
  if (!booking.data || !config.data) {
    const retry = () => void Promise.all([booking.refetch(), config.refetch()]);
    return (
      <>
        <Failed title="The order could not be fetched" error={error} retry={retry} page />
        {!error && (
          <>
            <PageHead title="Payment" />
            <LoadingRows label="Loading the order" height={72} />
          </>
        )}
      </>
    );
  }

  const { paid, price, refunded, toolName, status } = booking.data;
  const { currency, payments, lapse } = config.data;
  const format = (amount: number) => formatPrice(amount, currency);
  const isConfirmed = payment === 'confirmed' || ((payment === 'unknown' || payment === 'paying') && paid);
  const isPayable = status === 'unpaid' && !isConfirmed && price > 0;
  wasOffered.current ||= isPayable;
  return (
    <>
      <PageHead title="Payment">
        For your order of <bdi dir="auto">{toolName}</bdi>.
      </PageHead>
      <div className={classes.columns}>
        <OrderSlip booking={booking.data} currency={currency} />
        <div>
          <PaymentSuccess isPaid={isConfirmed} />
          {isPayable && !isAwaited && <LapseTimer bookings={[booking.data]} lapse={lapse} onOver={over} />}
          {isPayable && (
            <OrderPayment
              booking={booking.data}
              email={email}
              payments={payments}
              label={`Pay ${format(price)}`}
              isReturn={isReturn}
              onPayment={setPayment}
              wayOn={<NoCardPays booking={booking.data} email={email} />}
            />
          )}
          {isConfirmed && <AfterPayment ids={[id]} arePaid={paid} location={booking.data.location} />}
          {status !== 'unpaid' && !isConfirmed && (
            <NothingToPay
              ids={[id]}
              refunded={status === 'refunded' ? format(price) : undefined}
              part={status === 'paid' && refunded > 0 ? `${format(refunded)} of ${format(price)}` : undefined}
              wasOffered={wasOffered.current}
            />
          )}
        </div>
      </div>
    </>
  );
}
