import { useQuery } from '@tanstack/react-query';
import { Failed } from '../../components/states/failed.tsx';
import { LoadingRows } from '../../components/states/loading-rows.tsx';
import { nothingFetched } from '../../lib/queries/nothing-fetched.ts';
import { bookingsQuery } from './bookings-query.ts';
import { NoOrders } from './no-orders.tsx';
import { OrdersTable } from './orders-table.tsx';
import { useForgetGone } from './use-forget-gone.ts';
import { useLeaveWhenRefused } from './use-leave-when-refused.ts';

export function OwnOrders({ email }: { email: string }) {
  const bookings = useQuery(bookingsQuery(email));
  useForgetGone(email);
  useLeaveWhenRefused(bookings.error);
  return (
    <>
      <OrdersTable bookings={bookings.data} />
      {bookings.isPending && <LoadingRows label="Loading the orders" />}
      <Failed
        title="The orders could not be fetched"
        error={nothingFetched(bookings)}
        retry={() => void bookings.refetch()}
      />
      {bookings.data?.length === 0 && <NoOrders />}
    </>
  );
}
