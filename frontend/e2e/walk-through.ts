import type { Locator, Page, Request } from 'playwright-core';
import { admin, newcomer, shopper } from './account.ts';
import { emailField, logIn, passwordField } from './accounts/sign-in-form.ts';
import type { Visits } from './browser-fixture.ts';
import { cards, payWith } from './buying/card.ts';
import { order, toolNamed } from './buying/orders.ts';
import { isShown, show } from './looks/screens-of-the-shop.ts';

/** What was seen and asked while somebody walked through the whole shop. */
export type Walk = {
  /** The lines that stood on the screen, by where; as they are read, capitals and all. */
  readonly words: Map<string, readonly string[]>;
  /** The path in the address bar, by where. */
  readonly addresses: Map<string, string>;
  readonly requests: Request[];
  /** The fewest pieces that may be bought of the tool that was decreased. */
  minimum: number;
};

const hammer = 'Claw Hammer 16 oz';
const home = 'Tools that earn their keep';

/** Walks through everything that docs/specification.md speaks of. */
export async function walkThrough(visits: Visits): Promise<Walk> {
  const walk: Walk = { words: new Map(), addresses: new Map(), requests: [], minimum: 0 };
  await asVisitor(visits, walk);
  await asNewcomer(visits, walk);
  await asShopper(visits, walk);
  await asAdmin(visits, walk);
  await whereRefused(visits, walk);
  return walk;
}

async function note({ words, addresses }: Walk, where: string, page: Page, part: Locator = page.locator('body')) {
  // A table's cells are read with tabs between them.
  const lines = (await part.innerText()).split(/[\n\t]/).map((line) => line.trim());
  words.set(where, [...(words.get(where) ?? []), ...lines]);
  addresses.set(where, new URL(page.url()).pathname);
}

async function open({ openPage }: Visits, { requests }: Walk, visit: Parameters<Visits['openPage']>[0] = {}) {
  const page = await openPage({ expected: [/status of 40[13]/], ...visit });
  page.on('request', (request) => requests.push(request));
  return page;
}

async function asVisitor(visits: Visits, walk: Walk): Promise<void> {
  const page = await open(visits, walk);
  await show(page, { path: '/', heading: home });
  await page.getByRole('figure').first().waitFor();
  await note(walk, 'the navbar, signed out', page, page.getByRole('banner'));
  await note(walk, 'the home page', page);
  for (const [where, path, heading] of [
    ['the blogs', '/blogs', 'Blogs'],
    ['the page of the portfolio', '/portfolio', 'Portfolio'],
    ['the placeholder for payment', '/payment', 'Payment'],
    ['the page of the timings', '/timing', 'Our Timings'],
    ['the page of the locations', '/location', 'Location'],
  ] as const) {
    await show(page, { path, heading });
    await note(walk, where, page, page.getByRole('main'));
  }
  await show(page, { path: '/login', heading: 'Login' });
  await page.getByRole('button', { name: 'Login' }).click();
  // What checks it may be on the way.
  await page.locator('[aria-invalid=true]').first().waitFor();
  await note(walk, 'the login, sent empty', page);
  await logIn(page, 'somebody', '12345');
  await note(walk, 'the login, sent with what cannot be', page);
  await show(page, { path: '/signup', heading: 'Sign Up' });
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await note(walk, 'the sign-up, sent empty', page);
  await page.route('**/config', async (route) => {
    const config = await (await route.fetch()).json();
    await route.fulfill({ json: { ...config, google: true } });
  });
  await show(page, { path: '/login', heading: 'Login' });
  await page.getByRole('link', { name: /Google/ }).waitFor();
  await note(walk, 'the login, where Google is set up', page);
}

async function asNewcomer(visits: Visits, walk: Walk): Promise<void> {
  const buyer = await shopper(visits.origin);
  const { _id, MinimumOrder } = await toolNamed(buyer, hammer);
  walk.minimum = MinimumOrder;
  const page = await open(visits, walk);
  const signOut = page.getByRole('banner').getByRole('button', { name: 'Sign Out' });
  await page.goto(`/tools/${_id}`);
  await isShown(page, 'Login');
  await note(walk, 'a tool, signed out', page);
  await logIn(page, buyer.user.email, buyer.password);
  await isShown(page, hammer);
  await note(walk, 'the login, from a tool', page);
  await signOut.click();
  await show(page, { path: '/login', heading: 'Login' });
  await logIn(page, buyer.user.email, buyer.password);
  await isShown(page, home);
  await note(walk, 'the login, from nowhere', page);
  await signOut.click();
  await show(page, { path: '/signup', heading: 'Sign Up' });
  await page.getByLabel('Name').fill('Nora Newcomer');
  await emailField(page).fill('nora@inventory.dev');
  await passwordField(page).fill('a hook for a hammer');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await isShown(page, home);
  await note(walk, 'the sign-up', page);
  await note(walk, 'the navbar, signed in', page, page.getByRole('banner'));
}

async function asShopper(visits: Visits, walk: Walk): Promise<void> {
  const buyer = await newcomer(visits.origin, 'Wanda Walker');
  const { _id } = await toolNamed(buyer, hammer);
  const page = await open(visits, walk, { signedInAs: buyer });
  const go = (name: string) => page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name }).click();
  const said = (words: string) => page.getByRole('alert').getByText(words).waitFor();

  await show(page, { path: `/tools/${_id}`, heading: hammer });
  await page.getByRole('button', { name: 'Decrease' }).click();
  await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
  await note(walk, 'a tool', page);
  await note(walk, 'a tool, decreased below its minimum', page);
  await page.getByRole('textbox', { name: 'Location' }).fill('1 Walkway');
  await page.getByRole('textbox', { name: 'Phone' }).fill('+880 1700 000000');
  await page.getByRole('button', { name: 'Place the order' }).click();
  await isShown(page, 'Payment');
  await note(walk, 'the payment of an order', page);
  await go('My Orders');
  await isShown(page, 'My Orders');
  await page.getByRole('link', { name: 'Pay for' }).waitFor();
  await note(walk, 'my orders', page);
  await note(walk, 'an order that is not paid', page, page.getByRole('main').getByRole('listitem').last());
  await page.getByRole('link', { name: 'Pay for' }).click();
  await payWith(page, cards.pays);
  await page.getByRole('region', { name: 'Order' }).getByText('Paid').waitFor();
  await note(walk, 'a payment that went through', page);
  await go('My Orders');
  await isShown(page, 'My Orders');
  await page.getByRole('main').getByText('Paid').waitFor();
  await note(walk, 'an order that is paid', page, page.getByRole('main').getByRole('listitem').last());

  await order(buyer, 'Utility Knife');
  await go('Orders Info');
  await isShown(page, 'Orders Info');
  await page.getByRole('table').waitFor();
  await note(walk, 'the orders', page, page.getByRole('main'));
  await note(walk, 'the dashboard of a shopper', page, page.getByRole('navigation', { name: 'Dashboard' }));
  await show(page, { path: '/dashboard/myorders', heading: 'My Orders' });
  await page.getByRole('button', { name: /^Delete the order/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await said('Deleted');
  await note(walk, 'an order that was deleted', page);

  await go('Add a Review');
  await page.getByRole('textbox', { name: 'Review', exact: true }).fill('Fine');
  await page.getByRole('textbox', { name: 'Description' }).fill('Just fine.');
  await page.getByRole('button', { name: 'Add the review' }).click();
  await said('Review');
  await note(walk, 'a review', page);
  await note(walk, 'a review that was added', page);

  await go('My Profile');
  const profile = { Education: 'Joinery', Location: 'Dhaka', Phone: '+880 1', 'Profile link': 'https://walk.example' };
  for (const [label, value] of Object.entries(profile)) await page.getByRole('textbox', { name: label }).fill(value);
  await page.getByRole('button', { name: 'Save' }).click();
  await said('Databases');
  await note(walk, 'my profile', page);
  await note(walk, 'a profile that was saved', page);
  await saveAsNobody(page);
  await said('logged in');
  await note(walk, 'a profile of nobody', page);
}

/** In one task of the page: a moment later it may have noticed that nobody is signed in, and be gone from the form. */
function saveAsNobody(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Save' }).evaluate((save: HTMLButtonElement) => {
    localStorage.clear();
    save.click();
  });
}

async function asAdmin(visits: Visits, walk: Walk): Promise<void> {
  const [{ user }, chief] = await Promise.all([newcomer(visits.origin, 'Paula Promoted'), admin(visits.origin)]);
  const page = await open(visits, walk, { signedInAs: chief });
  await show(page, { path: '/dashboard/allusers', heading: 'Make Admin' });
  await note(walk, 'the users', page);
  await note(walk, 'the dashboard of an admin', page, page.getByRole('navigation', { name: 'Dashboard' }));
  const promote = page.getByRole('row').filter({ hasText: user.email }).getByRole('button');
  await page.route('**/user/admin/*', (route) => route.fulfill({ status: 403, json: { status: 403 } }), { times: 1 });
  const meant = page.getByRole('dialog').getByRole('button', { name: 'Make Admin' });
  await promote.click();
  await meant.click();
  await page.getByRole('alert').getByText('Failed').waitFor();
  await note(walk, 'an admin who was not made', page);
  await promote.click();
  await meant.click();
  await page.getByRole('alert').getByText('Made').waitFor();
  await note(walk, 'an admin who was made', page);
  await show(page, { path: '/dashboard/manageproducts', heading: 'Add A Product' });
  await page.getByLabel('Name', { exact: true }).fill('Mortise Gauge');
  await page.getByLabel('Picture', { exact: true }).fill('/pictures/tools/hand-saw.svg');
  await page.getByLabel('Description', { exact: true }).fill('Two pins, two lines.');
  await page.getByLabel('Price a piece', { exact: true }).fill('14.5');
  await page.getByRole('button', { name: 'Add the product' }).click();
  await page.getByRole('alert').getByText('Product').waitFor();
  await note(walk, 'a new product', page);
  await note(walk, 'a product that was added', page);
}

async function whereRefused(visits: Visits, walk: Walk): Promise<void> {
  for (const status of [401, 403]) {
    const page = await open(visits, walk, { signedInAs: await shopper(visits.origin) });
    await page.route('**/booking?*', (route) => route.fulfill({ status, json: { status } }));
    await page.goto('/dashboard/myorders');
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
    await isShown(page, home);
    await note(walk, `the list of orders, refused with ${status}`, page);
  }
}
