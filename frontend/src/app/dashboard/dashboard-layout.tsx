import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import { Loading } from '../../components/loading.tsx';
import { OrderPlate } from '../../features/booking/order-plate.tsx';
import { adminQuery } from '../../lib/admin-query.ts';
import { useSession } from '../../lib/use-session.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { pageFailure } from '../page-failure.tsx';
import classes from './dashboard-layout.module.css';

type Item = { readonly to: string; readonly label: string; readonly end?: boolean };

const everybody: readonly Item[] = [
  { to: pages.ordersInfo, label: 'Orders Info', end: true },
  { to: pages.myOrders, label: 'My Orders' },
  { to: pages.addReview, label: 'Add a Review' },
  { to: pages.myProfile, label: 'My Profile' },
];
const admins: readonly Item[] = [
  { to: pages.makeAdmin, label: 'Make Admin' },
  { to: pages.addProduct, label: 'Add A Product' },
  { to: pages.history, label: 'History' },
  { to: pages.status, label: 'Status' },
];

/** As narrow as dashboard-layout.module.css puts the links above the page. */
const narrow = '(max-width: 61.99em)';

export function DashboardLayout() {
  const session = useSession();
  const { data } = useQuery(adminQuery(session?.email ?? ''));
  const links = data?.admin ? [...everybody, ...admins] : everybody;
  const { pathname } = useLocation();
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false });
  // It has its own, larger place on Orders Info.
  const plate = pathname !== pages.ordersInfo && <OrderPlate place="side" />;
  const list = useInView(links.findIndex(({ to, end }) => to === pathname || (!end && pathname.startsWith(`${to}/`))));
  return (
    <div className={classes.layout}>
      <aside className={classes.side}>
        <p className={classes.who}>
          <bdi dir="auto">{session?.displayName}</bdi>
          <span dir="auto">{data?.admin ? 'Admin' : session?.email}</span>
        </p>
        <nav aria-label="Dashboard">
          <ul ref={list} className={classes.links}>
            {links.map(({ to, label, ...rest }) => (
              <li key={to}>
                <NavLink to={to} {...rest}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        {!isNarrow && plate}
      </aside>
      <div className={classes.page}>
        <ErrorBoundary address={pathname} fallback={pageFailure}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
        {isNarrow && plate}
      </div>
    </div>
  );
}

/** On phones the links are one line, wider than the window: the one at `place` is brought to its middle. */
function useInView(place: number) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const item = list.current?.children[place];
    if (!list.current || !(item instanceof HTMLElement)) return;
    list.current.scrollLeft = item.offsetLeft - (list.current.clientWidth - item.offsetWidth) / 2;
  }, [place]);
  return list;
}
