import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';

export type DashboardLink = { readonly to: string; readonly label: string; readonly end?: boolean };

const everybody: readonly DashboardLink[] = [
  { to: pages.ordersInfo, label: 'Orders Info', end: true },
  { to: pages.myOrders, label: 'My Orders' },
  { to: pages.addReview, label: 'Add a Review' },
  { to: pages.myProfile, label: 'My Profile' },
];

/** What is for admins alone. */
export const adminLinks: readonly DashboardLink[] = [
  { to: pages.makeAdmin, label: 'Make Admin' },
  { to: pages.addProduct, label: 'Add A Product' },
  { to: pages.products, label: 'Products' },
  { to: pages.history, label: 'History' },
  { to: pages.status, label: 'Status' },
];

export function dashboardLinksFor(isAdmin: boolean): readonly DashboardLink[] {
  return isAdmin ? [...everybody, ...adminLinks] : everybody;
}

/** The link that leads to where one is, or to what that is a part of. */
export function linkAt(links: readonly DashboardLink[], pathname: string): DashboardLink | undefined {
  return links.find(({ to, end }) => to === pathname || (!end && pathname.startsWith(`${to}/`)));
}
