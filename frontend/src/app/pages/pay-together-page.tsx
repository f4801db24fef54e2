import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import { Failed } from '../../components/failed.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { bookingQuery } from '../../features/booking/bookings-query.ts';
import { OrderPayment } from '../../features/payments/order-payment.tsx';
import type { PaymentState } from '../../features/payments/use-payment.ts';
import { configQuery } from '../../lib/config-query.ts';
import { lookingPauseMs } from '../../lib/looking-pause.ts';
import { formatPrice, sumOf } from '../../lib/money.ts';
import { useSession } from '../../lib/use-session.ts';
import classes from './cart-page.module.css';
import { MyOrdersLink } from './my-orders-link.tsx';
import columns from './payment-page.module.css';
import { PaymentSuccess } from './payment-success.tsx';
import { useReturn } from './use-return.ts';

/** One payment for several orders: those that the address names. */
export function PayTogetherPage() {
  const email = useSession()?.email ?? '';
  const queryClient = useQueryClient();
  const [params] = useSearchParams();
  const isReturn = useReturn();
  const ids = [...new Set((params.get('orders') ?? '').split(',').filter((id) => id !== ''))].slice(0, 50);
  const [payment, setPayment] = useState<PaymentState>(isReturn ? 'unknown' : 'open');
  const isAwaited = payment !== 'open' && payment !== 'paying';
  const found = useQueries({
    queries: ids.map((id) => ({
      ...bookingQuery(email, id),
      refetchInterval: ({
        state,
      }: {
        state: { data?: { paid: boolean }; dataUpdateCount: number; errorUpdateCount: number };
      }) => isAwaited && !state.data?.paid && lookingPauseMs(state.dataUpdateCount + state.errorUpdateCount),
    })),
  });
  const config = useQuery(configQuery);
  const orders = found.flatMap(({ data }) => data ?? []);
  const allPaid = orders.length > 0 && orders.every(({ paid }) => paid);
  useEffect(() => {
    if (allPaid) void queryClient.invalidateQueries({ queryKey: ['private', email, 'bookings'] });
  }, [allPaid, email, queryClient]);

  const isAsked = found.every(({ data, error }) => data || error);
  if (!isAsked || !config.data) {
    return (
      <>
        <Failed title="The orders could not be fetched" error={config.error} retry={() => void config.refetch()} page />
        {!config.error && <LoadingRows label="Loading the orders" height={72} />}
      </>
    );
  }
  if (orders.length === 0) {
    return (
      <StateMessage title="There are no such orders" page>
        They may have been deleted, or have expired.
        <MyOrdersLink />
      </StateMessage>
    );
  }
  const { currency, payments } = config.data;
  const format = (amount: number) => formatPrice(amount, currency);
  const isConfirmed = payment === 'confirmed' || ((payment === 'unknown' || payment === 'paying') && allPaid);
  const unpaid = orders.filter(({ status, price }) => status === 'unpaid' && price > 0);
  const due = sumOf(
    unpaid.map(({ price }) => price),
    currency,
  );
  const bookingIds = unpaid.map(({ _id }) => _id);
  return (
    <>
      <PageHead title="Payment">
        {orders.length === 1 ? 'For your order.' : `For your ${orders.length} orders, all at once.`}
      </PageHead>
      <div className={columns.columns}>
        <section className={classes.sum} aria-label="Orders">
          <ul className={classes.slip}>
            {orders.map(({ _id, quantity, toolName, price, status }) => (
              <li key={_id}>
                <span>
                  {quantity} × <bdi dir="auto">{toolName}</bdi>
                </span>
                <span className={classes.amount}>
                  {format(price)}
                  {status !== 'unpaid' && ` · ${status === 'paid' ? 'Paid' : 'Refunded'}`}
                </span>
              </li>
            ))}
          </ul>
          {due > 0 && (
            <p className={classes.total}>
              <span>To pay</span> <strong>{format(due)}</strong>
            </p>
          )}
        </section>
        <div>
          <PaymentSuccess isPaid={isConfirmed} />
          {due > 0 && !isConfirmed && (
            <OrderPayment
              key={bookingIds.join()}
              booking={{ _id: bookingIds.join(), bookingIds, price: due, paid: false }}
              returnTo={`${pages.payTogether}?orders=${ids.join(',')}`}
              email={email}
              payments={payments}
              label={`Pay ${format(due)}`}
              isReturn={isReturn}
              onPayment={setPayment}
            />
          )}
          {isConfirmed && !allPaid && <p>The orders will show as paid in a moment.</p>}
          {isConfirmed && <MyOrdersLink />}
          {due === 0 && !isConfirmed && (
            <StateMessage title="There is nothing to pay">
              <MyOrdersLink />
            </StateMessage>
          )}
        </div>
      </div>
    </>
  );
}
