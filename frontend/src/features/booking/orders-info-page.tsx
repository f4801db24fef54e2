import { useQuery } from '@tanstack/react-query';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { adminQuery } from '../../lib/admin-query.ts';
import { useSession } from '../../lib/use-session.ts';
import { AllOrders } from './all-orders.tsx';
import { OwnOrders } from './own-orders.tsx';

/** Admins see everybody's orders, everybody else their own. */
export function OrdersInfoPage() {
  const email = useSession()?.email ?? '';
  const admin = useQuery(adminQuery(email));
  return (
    <>
      <PageHead title="Orders Info" />
      {admin.isPending && <LoadingRows label="Loading the orders" />}
      {/* As it is known: that asking for it again has failed takes nothing away from who reads. */}
      {admin.data?.admin && <AllOrders email={email} />}
      {!admin.isPending && !admin.data?.admin && <OwnOrders email={email} />}
    </>
  );
}
