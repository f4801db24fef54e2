import { useQuery } from '@tanstack/react-query';
import { Failed } from '../../components/failed.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useSession } from '../../lib/use-session.ts';
import { adminQuery } from '../users/admin-query.ts';
import { AllOrders } from './all-orders.tsx';
import { bookingsQuery } from './bookings-query.ts';
import { OrdersTable } from './orders-table.tsx';
import { useLeaveWhenRefused } from './use-leave-when-refused.ts';

/** Admins see everybody's orders, everybody else their own. */
export function OrdersInfoPage() {
  const email = useSession()?.email ?? '';
  const admin = useQuery(adminQuery(email));
  return (
    <>
      <PageHead title="Orders Info" />
      {admin.isPending && <Loading />}
      {admin.isSuccess && admin.data.admin && <AllOrders email={email} />}
      {!admin.isPending && !admin.data?.admin && <OwnOrders email={email} />}
    </>
  );
}

function OwnOrders({ email }: { email: string }) {
  const bookings = useQuery(bookingsQuery(email));
  useLeaveWhenRefused(bookings.error);
  if (bookings.isPending) return <Loading />;
  if (bookings.isError) {
    return (
      <Failed title="The orders could not be fetched" error={bookings.error} retry={() => void bookings.refetch()} />
    );
  }
  return <OrdersTable bookings={bookings.data} from={1} />;
}
