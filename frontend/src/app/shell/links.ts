import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';

export type ShopLink = { to: string; label: string; end?: boolean };

const everybody: ShopLink[] = [
  { to: pages.front, label: 'Home', end: true },
  { to: pages.blogs, label: 'Blogs' },
  { to: pages.portfolio, label: 'Portfolio' },
  { to: pages.location, label: 'Location' },
  { to: pages.timing, label: 'Our Timings' },
];

export function linksFor(isSignedIn: boolean): ShopLink[] {
  return isSignedIn ? [...everybody, { to: pages.ordersInfo, label: 'Dashboard' }] : everybody;
}
