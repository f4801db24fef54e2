import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { NavLink, Outlet } from 'react-router-dom';
import { Loading } from '../../components/loading.tsx';
import { adminQuery } from '../../features/users/admin-query.ts';
import { useSession } from '../../lib/use-session.ts';
import classes from './dashboard-layout.module.css';

const everybody = [
  { to: '/dashboard', label: 'Orders Info', end: true },
  { to: '/dashboard/myorders', label: 'My Orders' },
  { to: '/dashboard/review', label: 'Add a Review' },
  { to: '/dashboard/myprofile', label: 'My Profile' },
];
const admins = [
  { to: '/dashboard/allusers', label: 'Make Admin' },
  { to: '/dashboard/manageproducts', label: 'Add A Product' },
];

export function DashboardLayout() {
  const session = useSession();
  const { data } = useQuery(adminQuery(session?.email ?? ''));
  const links = data?.admin ? [...everybody, ...admins] : everybody;
  return (
    <div className={classes.layout}>
      <aside className={classes.side}>
        <p className={classes.who}>
          {session?.displayName}
          <span>{data?.admin ? 'Admin' : session?.email}</span>
        </p>
        <nav aria-label="Dashboard">
          <ul className={classes.links}>
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
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  );
}
