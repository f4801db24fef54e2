import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Failed } from '../../components/failed.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { bookingQuery } from '../../features/booking/bookings-query.ts';
import type { PaymentState } from '../../features/payments/use-payment.ts';
import { configQuery } from '../../lib/config-query.ts';
import { lookingPauseMs } from '../../lib/looking-pause.ts';
import { useSession } from '../../lib/use-session.ts';
import { MyOrdersLink } from './my-orders-link.tsx';
import { PayTogether } from './pay-together.tsx';
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
  return (
    <PayTogether
      key={ids.join()}
      orders={orders}
      config={config.data}
      email={email}
      isReturn={isReturn}
      payment={payment}
      onPayment={setPayment}
    />
  );
}
