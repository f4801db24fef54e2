import type { Page } from 'playwright-core';
import { logIn } from '../accounts/sign-in-form.ts';
import { answered, type Bring, dialogBy, press, type State, state } from '../bringing.ts';
import { cards, payWith } from '../buying/card.ts';
import { show, type Told } from './screens-of-the-shop.ts';
import { statesUnderWay } from './states-under-way.ts';

const failed = { status: 503, json: { type: 'about:blank', title: 'The store is away', status: 503 } };

/** As if a call failed when the page was opened. */
const opensWithout =
  (path: string, title: string): Bring =>
  async (page) => {
    await answered(page, path, failed);
    await page.reload();
    await page.getByRole('heading', { name: title }).waitFor({ timeout: 30_000 });
  };

const publicly = state('visitor');
const signedIn = state('shopper');
const forAdmins = state('admin');
const onPhones = state('shopper', true);
const onPhonesOfAdmins = state('admin', true);

const home = 'Tools that earn their keep';

const ofVisitors: readonly State[] = [
  publicly('home-filters', '/#tools', home, async (page) => {
    await press(page, /^Filters/);
    await page.getByText('Only what is in stock').first().waitFor();
  }),
  publicly('home-search', '/', home, async (page) => {
    const opener = page.getByRole('button', { name: 'Open the search' });
    if (await opener.isVisible()) await opener.click();
    await page.getByLabel('Search the shop').fill('hamer');
    await page.getByRole('option').first().waitFor();
  }),
  publicly('home-nothing-found', '/?search=unobtainium', home, (page) =>
    page.getByRole('heading', { name: 'No tool like that on the shelves' }).waitFor(),
  ),
  publicly('login-refused', '/login', 'Login', async (page) => {
    await logIn(page, 'nobody@inventory.dev', 'not a password');
    await page.getByRole('main').getByRole('alert').getByText(/./).first().waitFor();
  }),
  publicly('signup-refused', '/signup', 'Sign Up', async (page) => {
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
    await page.getByText('Name is Required').waitFor();
  }),
  publicly('connection-lost', '/timing', 'Our Timings', async (page) => {
    await page.context().setOffline(true);
    await page.getByText('Connection lost.').waitFor();
  }),
];

const ofShoppers = ({ toolId, bookingId }: Told): readonly State[] => [
  onPhones('menu', '/', home, dialogBy('Open the menu', 'Blogs')),
  onPhones('dashboard-menu', '/dashboard/myorders', 'My Orders', async (page) => {
    await press(page, /^Dashboard menu/);
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My Profile' }).waitFor();
  }),
  signedIn('tool-refused', `/tools/${toolId}`, 'Claw Hammer 16 oz', async (page) => {
    await page.getByRole('textbox', { name: 'Location' }).fill('');
    await page.getByRole('textbox', { name: 'Phone' }).fill('');
    await press(page, 'Place the order');
    await page.locator('[aria-invalid=true]').first().waitFor();
  }),
  signedIn('dashboard-delete-order', '/dashboard/myorders', 'My Orders', dialogBy(/^Delete the order/, /./)),
  signedIn('dashboard-payment-declined', `/dashboard/payment/${bookingId}`, 'Payment', async (page) => {
    await payWith(page, cards.declined);
    await page.getByText('Your card was declined.').waitFor();
  }),
  signedIn('dashboard-payment-bank', `/dashboard/payment/${bookingId}`, 'Payment', async (page) => {
    await payWith(page, cards.asksForAuthentication);
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).waitFor();
  }),
  signedIn('toast', '/dashboard/review', 'Add a Review', async (page) => {
    await answered(page, '**/reviews', { status: 201, json: { acknowledged: true, insertedId: 'none' } });
    await page.getByRole('textbox', { name: 'Review', exact: true }).fill('Fine');
    await page.getByRole('textbox', { name: 'Description' }).fill('Just fine.');
    await press(page, 'Add the review');
    await page.getByText('Successfully Added A New Review').waitFor();
  }),
  signedIn('dashboard-add-passkey', '/dashboard/myprofile', 'My Profile', dialogBy('Add a passkey', 'Name')),
  signedIn(
    'dashboard-delete-account',
    '/dashboard/myprofile',
    'My Profile',
    dialogBy('Delete your account', 'cannot be undone'),
  ),
  signedIn('dashboard-not-for-you', '/dashboard/allusers', 'Make Admin', (page) =>
    page.getByRole('heading', { name: 'Only admins are shown the users' }).waitFor(),
  ),
];

const ofAdmins = ({ toolId, buyerEmail }: Told): readonly State[] => [
  onPhonesOfAdmins('dashboard-menu-admin', '/dashboard/status', 'Status', async (page) => {
    await press(page, /^Dashboard menu/);
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Make Admin' }).waitFor();
  }),
  forAdmins('dashboard-refund', '/dashboard', 'Orders Info', dialogBy(/^Refund /, 'Reason')),
  forAdmins('toast-failure', '/dashboard/allusers', 'Make Admin', async (page) => {
    await answered(page, '**/user/admin/*', { status: 403, json: { status: 403 } });
    await press(page, /^Make .* an admin$/);
    await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click();
    await page.getByRole('alert').getByText('Failed to make a admin').waitFor();
  }),
  forAdmins('dashboard-edit-product', `/dashboard/products?edit=${toolId}`, 'Products', (page) =>
    page.getByRole('dialog').getByRole('button', { name: 'Retire it' }).waitFor(),
  ),
  forAdmins(
    'dashboard-retire-product',
    `/dashboard/products?edit=${toolId}`,
    'Products',
    dialogBy('Retire it', 'leaves the shop'),
  ),
  forAdmins('dashboard-people-none', '/dashboard/allusers?q=unobtainium', 'Make Admin', (page) =>
    page.getByRole('heading', { name: 'Nobody is called that' }).waitFor(),
  ),
  forAdmins('dashboard-promote', `/dashboard/people/${buyerEmail}`, 'Demo Visitor', dialogBy('Make Admin', 'Not now')),
  forAdmins(
    'dashboard-erase-person',
    `/dashboard/people/${buyerEmail}`,
    'Demo Visitor',
    dialogBy('Erase this person', 'Your password'),
  ),
  forAdmins('dashboard-import', '/dashboard/products', 'Products', dialogBy('Import', 'CSV file')),
  forAdmins('dashboard-products-none', '/dashboard/products?search=unobtainium', 'Products', (page) =>
    page.getByRole('heading', { name: 'No product is like that' }).waitFor(),
  ),
  forAdmins('dashboard-add-product-refused', '/dashboard/manageproducts', 'Add A Product', async (page) => {
    await press(page, 'Add the product');
    await page.locator('[aria-invalid=true]').first().waitFor();
  }),
  forAdmins(
    'dashboard-orders-failed',
    '/dashboard/myorders',
    'My Orders',
    opensWithout('**/booking?*', 'Your orders could not be fetched'),
  ),
];

/** Opens a state's screen as if nothing had been looked at before, and brings it out. */
export async function bringOut(page: Page, wanted: State): Promise<void> {
  await page.context().setOffline(false);
  // An address that differs in its hash alone would not be opened anew. And before what kept calls back is gone, so that
  // they end with the page, and do not reach the shop after all.
  await page.goto('about:blank');
  await page.unrouteAll();
  await show(page, wanted);
  await wanted.bring(page);
}

export function everyState(told: Told): readonly State[] {
  return [...ofVisitors, ...ofShoppers(told), ...ofAdmins(told), ...statesUnderWay(told)];
}
