import type { Page } from 'playwright-core';
import { orderNumber } from '../../../modules/kernel/values/order-number.ts';
import { answered, dialogBy, type State, state } from '../bringing.ts';
import type { Told } from './screens-of-the-shop.ts';

const signedIn = state('shopper');
const forAdmins = state('admin');

/** What is in the device's cart, as if it had been put in here. */
async function withDeviceCart(page: Page, cart: object): Promise<void> {
  // Where no page of the shop is, which would put its own in the place of this.
  await page.goto('/health/live');
  await page.evaluate((text) => localStorage.setItem('cart', text), JSON.stringify(cart));
  // The account's cart stays as it is.
  await page.route('**/cart', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ json: { lines: [] } }) : route.fallback(),
  );
  await page.goto('/mycart');
}

const columns = 'name,img,Description,MinimumOrder,Available,PerPrice,Ratings';
const rows = [...Array(12).keys()].map((n) => `Tall Tin ${n},/pictures/tools/hand-saw.svg,Fine,1,5,2.50,4`);
const wrong = [
  'Torn Tin,/pictures/tools/hand-saw.svg,Fine,one,5,-2,4',
  ',/pictures/tools/hand-saw.svg,No name,1,5,2.50,4',
];

/** Has a file looked at, of which two rows are wrong. */
async function tryFile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  const buffer = Buffer.from([columns, ...wrong, ...rows].join('\n'));
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer });
  await dialog.getByText('12 would be added', { exact: false }).waitFor();
}

/** As if two refunds had failed: one of this order, and one of another that is gone by now. */
async function withFailedRefunds(page: Page, bookingId: string): Promise<void> {
  const at = '2030-01-02T03:04:05.000Z';
  const failed = [
    { _id: 'r1', bookingId, amount: 15.5, because: 'expired_or_canceled_card', wasRefunded: true, at },
    {
      _id: 'r2',
      bookingId: 'f0e1d2c3b4a5',
      amount: 1249,
      because: 'charge_for_pending_refund_disputed',
      wasRefunded: false,
      at,
    },
  ];
  await answered(page, '**/refunds/failed*', { json: failed });
  await page.reload();
  await page
    .getByRole('button', { name: /^Try again/ })
    .first()
    .waitFor();
}

/** What somebody has begun, and what happened meanwhile. */
export const statesUnderWay = ({ soldOutId, shippedId, buyerEmail }: Told): readonly State[] => [
  signedIn('cart-merged', '/mycart', 'Cart', async (page) => {
    await withDeviceCart(page, { who: '', lines: [{ toolId: soldOutId, quantity: 1 }] });
    await page.getByText('from your account was added').waitFor();
  }),
  signedIn('cart-left', '/mycart', 'Cart', async (page) => {
    const left = [{ toolId: soldOutId, quantity: 1 }];
    await withDeviceCart(page, { who: buyerEmail, lines: [], unsaved: true, base: [], left });
    await page.getByRole('region', { name: 'No room in the cart' }).waitFor();
  }),
  // The last of them: from then on the checkout shows nothing else.
  signedIn('checkout-sent', '/checkout', 'Check out', async (page) => {
    await page.route('**/checkout', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    );
    const again = page.getByRole('button', { name: 'Send it again' });
    const order = page.getByRole('main').getByRole('button', { name: /^Order for/ });
    await again.or(order).waitFor();
    if (await order.isVisible()) {
      await page.getByLabel('Location').fill('1 Test Street');
      await page.getByLabel('Phone').fill('+1 555 0100');
      await order.click();
    }
    await again.waitFor();
  }),
  forAdmins('dashboard-leave', '/dashboard/manageproducts', 'Add A Product', async (page) => {
    await page.getByRole('main').getByLabel('Name', { exact: true }).fill('Half an Awl');
    await page.getByRole('banner').getByRole('link', { name: 'Inventory' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByText('What you typed').waitFor();
  }),
  forAdmins(
    'dashboard-ship-meanwhile',
    `/dashboard/orders/${shippedId}`,
    `Order ${orderNumber(shippedId)}`,
    async (page) => {
      await page.getByLabel('Carrier').fill('Meghna Parcel');
      await page.getByLabel('Tracking number').fill('MP-0815');
      await page.route(`**/booking/${shippedId}`, async (route) => {
        if (route.request().resourceType() === 'document') return route.fallback();
        const answer = await route.fetch();
        const json = { ...(await answer.json()), carrier: 'Jamuna Express', trackingNumber: 'JE-5521-9043' };
        return route.fulfill({ response: answer, json });
      });
      await answered(page, '**/booking/*/ship', {
        status: 409,
        json: { status: 409, title: 'It was shipped otherwise' },
      });
      await page.getByRole('button', { name: 'Correct' }).click();
      await page.getByRole('button', { name: 'Leave it as shipped' }).waitFor();
    },
  ),
  forAdmins('dashboard-refunds-failed', '/dashboard', 'Orders Info', (page) => withFailedRefunds(page, shippedId)),
  forAdmins('dashboard-settle-refund', '/dashboard', 'Orders Info', async (page) => {
    await withFailedRefunds(page, shippedId);
    await dialogBy(/^Settle the refund/, 'What was done')(page);
  }),
  forAdmins(
    'dashboard-order-refund-failed',
    `/dashboard/orders/${shippedId}`,
    `Order ${orderNumber(shippedId)}`,
    (page) => withFailedRefunds(page, shippedId),
  ),
  forAdmins('dashboard-import-tried', '/dashboard/products', 'Products', tryFile),
  forAdmins('dashboard-import-applied', '/dashboard/products', 'Products', async (page) => {
    await tryFile(page);
    // What is applied has no answer for as long as one looks. It is not sent at all: a call that is only kept back may reach
    // the shop when the page is left.
    await page.evaluate(() => {
      const { fetch } = window;
      const isApplied = (wanted: unknown) =>
        String(wanted instanceof Request ? wanted.url : wanted).includes('dryRun=false');
      window.fetch = (...call) => (isApplied(call[0]) ? new Promise(() => {}) : fetch(...call));
    });
    await page.getByRole('button', { name: /^Apply 12 rows/ }).click();
    await page.getByRole('progressbar', { name: 'Applying the file' }).waitFor();
  }),
  forAdmins('dashboard-first-steps', '/dashboard', 'Orders Info', async (page) => {
    const steps = [
      { step: 'product', isDone: true },
      { step: 'payments', isDone: false },
      { step: 'mail', isDone: false },
    ];
    await answered(page, '**/operations/first-steps', { json: { steps } });
    await page.reload();
    await page.getByRole('region', { name: 'Open your shop' }).waitFor();
  }),
];
