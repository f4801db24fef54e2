import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import { Loading } from '../../components/loading.tsx';
import { adminQuery } from '../../lib/admin-query.ts';
import { useSession } from '../../lib/use-session.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { pageFailure } from '../page-failure.tsx';
import classes from './dashboard-layout.module.css';

const everybody = [
  { to: pages.ordersInfo, label: 'Orders Info', end: true },
  { to: pages.myOrders, label: 'My Orders' },
  { to: pages.addReview, label: 'Add a Review' },
  { to: pages.myProfile, label: 'My Profile' },
];
const admins = [
  { to: pages.makeAdmin, label: 'Make Admin' },
  { to: pages.addProduct, label: 'Add A Product' },
];

export function DashboardLayout() {
  const session = useSession();
  const { data } = useQuery(adminQuery(session?.email ?? ''));
  const links = data?.admin ? [...everybody, ...admins] : everybody;
  const { pathname } = useLocation();
  const list = useInView(links.findIndex(({ to }) => to === pathname));
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
      </aside>
      <div className={classes.page}>
        <ErrorBoundary address={pathname} fallback={pageFailure}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
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
