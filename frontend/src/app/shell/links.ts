export type ShopLink = { to: string; label: string; end?: boolean };

const everybody: ShopLink[] = [
  { to: '/', label: 'Home', end: true },
  { to: '/blogs', label: 'Blogs' },
  { to: '/portfolio', label: 'Portfolio' },
  { to: '/location', label: 'Location' },
  { to: '/timing', label: 'Our Timings' },
];

export function linksFor(isSignedIn: boolean): ShopLink[] {
  return isSignedIn ? [...everybody, { to: '/dashboard', label: 'Dashboard' }] : everybody;
}
