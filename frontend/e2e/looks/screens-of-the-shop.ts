import type { Page } from 'playwright-core';
import { isThorough } from '../../../backend/testing/as-often.ts';
import { orderNumber } from '../../../modules/kernel/values/order-number.ts';

/** Everything that can be looked at, by its address. */
export type Screen = {
  /** Also the name of its picture. */
  readonly name: string;
  readonly path: string;
  /** The page's main heading. */
  readonly heading: string;
  readonly seenBy: 'visitor' | 'shopper' | 'admin';
};

/** What some addresses speak of. */
export type Told = {
  readonly toolId: string;
  readonly soldOutId: string;
  /** Of two orders that wait for their payment. */
  readonly bookingId: string;
  readonly unpaidId: string;
  readonly refundedId: string;
  readonly shippedId: string;
  /** The position of what happened to the order last. */
  readonly position: string;
  /** Of whoever has these orders. */
  readonly buyerEmail: string;
};

const screen =
  (seenBy: Screen['seenBy']) =>
  (name: string, path: string, heading: string): Screen => ({ name, path, heading, seenBy });
const publicly = screen('visitor');
const signedIn = screen('shopper');
const forAdmins = screen('admin');

export const publicScreens: readonly Screen[] = [
  publicly('home', '/', 'Tools that earn their keep'),
  publicly('login', '/login', 'Login'),
  publicly('signup', '/signup', 'Sign Up'),
  publicly('account-recover', '/account/recover', 'Forgot your password?'),
  publicly('account-link', '/account/link', 'Nothing to open'),
  publicly('blogs', '/blogs', 'Blogs'),
  publicly('article', '/blogs/interview-answers', 'Six questions from a front-end interview'),
  publicly('portfolio', '/portfolio', 'Portfolio'),
  publicly('payment', '/payment', 'Payment'),
  publicly('timing', '/timing', 'Our Timings'),
  publicly('location', '/location', 'Location'),
  publicly('cart-empty', '/mycart', 'Cart'),
  publicly('not-found', '/no/such/page', 'This hook is empty'),
];

export const dashboardScreens: readonly Screen[] = [
  signedIn('dashboard', '/dashboard', 'Orders Info'),
  signedIn('dashboard-myorders', '/dashboard/myorders', 'My Orders'),
  signedIn('dashboard-review', '/dashboard/review', 'Add a Review'),
  signedIn('dashboard-myprofile', '/dashboard/myprofile', 'My Profile'),
  forAdmins('dashboard-manageproducts', '/dashboard/manageproducts', 'Add A Product'),
  forAdmins('dashboard-products', '/dashboard/products', 'Products'),
  forAdmins('dashboard-allusers', '/dashboard/allusers', 'Make Admin'),
  forAdmins('dashboard-history', '/dashboard/history', 'History'),
  forAdmins('dashboard-status', '/dashboard/status', 'Status'),
];

export function everyScreen(told: Told): readonly Screen[] {
  const { toolId, soldOutId, bookingId, unpaidId, refundedId, shippedId, position } = told;
  return [
    ...publicScreens,
    signedIn('tool', `/tools/${toolId}`, 'Claw Hammer 16 oz'),
    signedIn('tool-sold-out', `/tools/${soldOutId}`, 'Ball Bearing 6204-2RS'),
    ...dashboardScreens,
    signedIn('cart', '/mycart', 'Cart'),
    signedIn('checkout', '/checkout', 'Check out'),
    signedIn('setup', '/setup', 'This shop is set up'),
    signedIn('tool-unknown', '/tools/no-such-tool', 'There is no such tool'),
    signedIn('kept-mails', '/sandbox/mail', 'Your mails'),
    forAdmins('dashboard-allorders', '/dashboard', 'Orders Info'),
    forAdmins('dashboard-history-order', `/dashboard/history/booking:${bookingId}`, 'As it was'),
    forAdmins('dashboard-history-causes', `/dashboard/history/why/${position}`, 'Causes and effects'),
    forAdmins('dashboard-myorders-none', '/dashboard/myorders', 'My Orders'),
    forAdmins('dashboard-order', `/dashboard/orders/${bookingId}`, `Order ${orderNumber(bookingId)}`),
    forAdmins('dashboard-order-shipped', `/dashboard/orders/${shippedId}`, `Order ${orderNumber(shippedId)}`),
    forAdmins('dashboard-order-refunded', `/dashboard/orders/${refundedId}`, `Order ${orderNumber(refundedId)}`),
    forAdmins('dashboard-person', `/dashboard/people/${told.buyerEmail}`, 'Demo Visitor'),
    signedIn('dashboard-payment', `/dashboard/payment/${bookingId}`, 'Payment'),
    signedIn('dashboard-payment-paid', `/dashboard/payment/${shippedId}`, 'Payment'),
    signedIn('dashboard-pay-together', `/dashboard/pay?orders=${bookingId},${unpaidId}`, 'Payment'),
    signedIn('dashboard-receipt', `/dashboard/receipt/${shippedId}`, 'Receipt'),
  ];
}

/**
 * Opens a screen and waits until all of it is there. In a page that shows another one already it goes there as a link does: to load the
 * shop is the dearest part of most looks. By `npm run test:thorough` each is loaded.
 */
export async function show(page: Page, { path, heading }: Pick<Screen, 'path' | 'heading'>): Promise<void> {
  const title = page.getByRole('heading', { level: 1, name: heading, exact: true });
  // Of two pages with one heading nobody could tell whether the other one is there yet.
  if (isThorough || !isElsewhere(page.url(), path) || (await title.count()) > 0) await page.goto(path);
  else
    await page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, path);
  await isShown(page, heading);
}

/** Whether the shop is open there, at another page than that of a path. */
const isElsewhere = (open: string, path: string) =>
  open.startsWith('http') && new URL(path, open).pathname !== new URL(open).pathname;

/** Waits for a page's heading, not the one of its drawn first screen, and until nothing on it is loading. */
export async function isShown(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  await page.locator('main [role=status][aria-label^=Loading]').first().waitFor({ state: 'detached' });
}
