import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { MailAddress } from '../../components/details/mail-address.tsx';
import type { AroundPages } from '../../components/states/admins-only.tsx';
import { Loading } from '../../components/states/loading.tsx';
import { OrderPlate } from '../../features/booking/order-plate.tsx';
import { FirstSteps } from '../../features/operations/first-steps.tsx';
import { adminQuery } from '../../lib/queries/admin-query.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { pageFailure } from '../page-failure.tsx';
import classes from './dashboard-layout.module.css';
import { DashboardMenu } from './dashboard-menu.tsx';

/** As narrow as dashboard-layout.module.css puts the links above the page. */
const narrow = '(max-width: 61.99em)';

export function DashboardLayout() {
  const session = useSession();
  const { data } = useQuery(adminQuery(session?.email ?? ''));
  const wasAdmin = useRef(false);
  wasAdmin.current ||= data?.admin === true;
  const { pathname } = useLocation();
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false });
  // It has its own, larger place on Orders Info.
  const plate = pathname !== pages.ordersInfo && <OrderPlate place={isNarrow ? 'page' : 'side'} />;
  return (
    <div className={classes.layout}>
      <aside className={classes.side}>
        <DashboardMenu key={pathname} isAdmin={data?.admin === true} isNarrow={isNarrow}>
          <p className={classes.who}>
            <bdi dir="auto">{session?.displayName}</bdi>
            <span>{data?.admin ? 'Admin' : <MailAddress address={session?.email ?? ''} />}</span>
          </p>
        </DashboardMenu>
        {!isNarrow && plate}
      </aside>
      <div className={classes.page}>
        <ErrorBoundary address={pathname} fallback={pageFailure}>
          <Suspense fallback={<Loading />}>
            {data?.admin && pathname === pages.ordersInfo && <FirstSteps email={session?.email ?? ''} />}
            <Outlet context={{ wasAdmin: wasAdmin.current } satisfies AroundPages} />
          </Suspense>
        </ErrorBoundary>
        {isNarrow && <div className={classes.below}>{plate}</div>}
      </div>
    </div>
  );
}
