import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { PageHead } from '../../components/layout/page-head.tsx';
import { LoadingRows } from '../../components/states/loading-rows.tsx';
import { useLostFocus } from '../../lib/focus/use-lost-focus.ts';
import { adminQuery } from '../../lib/queries/admin-query.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { AllOrders } from './all-orders/all-orders.tsx';
import { OwnOrders } from './own-orders.tsx';

/** Admins see everybody's orders, everybody else their own. */
export function OrdersInfoPage() {
  const email = useSession()?.email ?? '';
  const admin = useQuery(adminQuery(email));
  const isAdmin = admin.data?.admin === true;
  const wasAdmin = useRef(false);
  wasAdmin.current ||= isAdmin;
  // With the orders of others goes what one had in hand there, a dialog say.
  const heading = useLostFocus<HTMLHeadingElement>(wasAdmin.current && !isAdmin);
  return (
    <>
      <PageHead title="Orders Info" titleRef={heading} />
      {admin.isPending && <LoadingRows label="Loading the orders" />}
      {/* As it is known: that asking for it again has failed takes nothing away from whoever reads. */}
      {isAdmin && <AllOrders email={email} />}
      {!admin.isPending && !isAdmin && <OwnOrders email={email} />}
    </>
  );
}
