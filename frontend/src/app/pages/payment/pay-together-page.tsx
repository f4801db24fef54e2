import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Booking, type Lapse, payableUntil } from '../../../../../modules/booking/contract.ts';
import { mostOrders } from '../../../../../modules/payments/bounds/contract.ts';
import { PageHead } from '../../../components/layout/page-head.tsx';
import { Failed } from '../../../components/states/failed.tsx';
import { LoadingRows } from '../../../components/states/loading-rows.tsx';
import { bookingQuery } from '../../../features/booking/bookings-query.ts';
import { goneOf, type ShownBooking } from '../../../features/booking/shown-booking.ts';
import type { PaymentState } from '../../../features/payments/use-payment.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { lookingPauseMs } from '../../../lib/live/looking-pause.ts';
import { configQuery } from '../../../lib/queries/config-query.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { NoSuchOrder } from './no-such-order.tsx';
import { PayTogether } from './pay-together.tsx';
import { useReturn } from './use-return.ts';

const isMissing = (error: Error | null) => error instanceof ApiError && error.status === 404;
const isOver = (order: Booking, lapse: Lapse | undefined) =>
  lapse !== undefined && payableUntil(order, lapse).getTime() <= Date.now();

type Looked = {
  state: { data?: ShownBooking; error: Error | null; dataUpdateCount: number; errorUpdateCount: number };
};

/** One payment for several orders: those that the address names. */
export function PayTogetherPage() {
  const named = useSearchParams()[0].get('orders') ?? '';
  // Without the key, going back from orders that were just paid to others would say that these are.
  return <PaymentOf key={named} named={named} />;
}

function PaymentOf({ named }: { named: string }) {
  const email = useSession()?.email ?? '';
  const queryClient = useQueryClient();
  const isReturn = useReturn();
  const ids = [...new Set(named.split(',').filter((id) => id !== ''))].slice(0, mostOrders);
  const [payment, setPayment] = useState<PaymentState>(isReturn ? 'unknown' : 'open');
  // Drawn anew whenever the time of one of them is over, from when on the shop is asked for it.
  const [, setLapsed] = useState(0);
  const lapsed = useCallback(() => setLapsed((times) => times + 1), []);
  const isAwaited = payment !== 'open' && payment !== 'paying';
  const config = useQuery(configQuery);
  const lapse = config.data?.lapse;
  const found = useQueries({
    queries: ids.map((id) => ({
      ...bookingQuery(email, id),
      refetchInterval: ({ state: { data, error, dataUpdateCount, errorUpdateCount } }: Looked) =>
        (isAwaited || (data !== undefined && isOver(data, lapse))) &&
        !data?.paid &&
        !isMissing(error) &&
        lookingPauseMs(dataUpdateCount + errorUpdateCount),
    })),
  });
  const orders = found.flatMap(({ data, error }): ShownBooking[] => {
    if (!data) return [];
    if (!isMissing(error)) return [data];
    return [{ ...data, isMissing: true, ...(isOver(data, lapse) && { gone: 'expired' }) }];
  });
  const allPaid = orders.length > 0 && orders.every(({ paid }) => paid);
  useEffect(() => {
    if (allPaid) void queryClient.invalidateQueries({ queryKey: ['private', email, 'bookings'] });
  }, [allPaid, email, queryClient]);

  // An order of which nothing is known is not one that is gone: without it another sum would be paid.
  const failed = [config, ...found].find(({ data, error }) => !data && error && !isMissing(error));
  if (failed || !config.data || found.some(({ data, error }) => !data && !error)) {
    const error = failed?.error ?? null;
    const retry = () => void Promise.all([config, ...found].filter((one) => !one.data).map(({ refetch }) => refetch()));
    return (
      <>
        <Failed title="The orders could not be fetched" error={error} retry={retry} page />
        {!error && (
          <>
            <PageHead title="Payment" />
            <LoadingRows label="Loading the orders" height={72} />
          </>
        )}
      </>
    );
  }
  const gone = orders.flatMap((order) => goneOf(order) ?? []);
  if (gone.length === orders.length && payment !== 'confirmed') {
    const isSame = gone.length > 0 && gone.every((because) => because === gone[0]);
    return (
      <NoSuchOrder
        areSeveral={ids.length > 1}
        wasShown={orders.length > 0}
        because={isSame ? gone[0] : 'either'}
        isPayment={payment !== 'open' && payment !== 'refused'}
      />
    );
  }
  return (
    <PayTogether
      key={ids.join()}
      orders={orders}
      missing={ids.length - orders.length}
      config={config.data}
      email={email}
      isReturn={isReturn}
      payment={payment}
      onPayment={setPayment}
      onLapse={lapsed}
    />
  );
}
