import { describe, expect, it } from 'vitest';
import { specified } from '../../backend/testing/documents/specification.ts';
import { newcomer, shopper } from './account.ts';
import { browserFixture } from './browser-fixture.ts';
import { order, ordersOf, paidOrder } from './buying/orders.ts';
import { isShown, show } from './looks/screens-of-the-shop.ts';
import { eventually } from './pages/eventually.ts';

const visits = browserFixture();

describe('a shopper', () => {
  it('has a dashboard without the items of admins, and a way out', async () => {
    const page = await visits.openPage({ signedInAs: await shopper(visits.origin) });
    await show(page, { path: '/dashboard', heading: 'Orders Info' });
    const items = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
    expect(await items.allTextContents()).toEqual(['Orders Info', 'My Orders', 'Add a Review', 'My Profile']);
    const main = page.getByRole('navigation', { name: 'Main' });
    expect(await main.getByRole('link').last().textContent()).toBe('Dashboard');
    await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
    await eventually(() => new URL(page.url()).pathname).toBe('/');
    expect(await main.getByRole('link', { name: 'Dashboard' }).count()).toBe(0);
  });

  it('may open the pages of the admins; the server shows and takes nothing there', async () => {
    const expected = [/status of 403/];
    const page = await visits.openPage({ signedInAs: await shopper(visits.origin), expected });
    await show(page, { path: '/dashboard/allusers', heading: 'Make Admin' });
    await page.getByRole('alert').getByRole('heading', { name: 'Only admins are shown the users' }).waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    await isShown(page, 'Orders Info');

    await show(page, { path: '/dashboard/manageproducts', heading: 'Add A Product' });
    const form = page.getByRole('main').locator('form');
    await form.getByLabel('Name', { exact: true }).fill('Mortise Gauge');
    await form.getByRole('button', { name: 'Add the product' }).click();
    await form.getByRole('alert').getByText('Only admins may do this.').waitFor();
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Mortise Gauge');
  });

  it('finds their own orders under Orders Info, counted', async () => {
    const buyer = await newcomer(visits.origin, 'Olga Orders');
    await order(buyer, 'Claw Hammer 16 oz');
    await order(buyer, 'Utility Knife');
    const page = await visits.openPage({ signedInAs: buyer });
    await show(page, { path: '/dashboard', heading: 'Orders Info' });
    const table = page.getByRole('region', { name: 'Orders' }).getByRole('table');
    const columns = ['No.', 'Buyer Name', 'Tool Name', 'Email', 'Location', 'Phone'];
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(columns);
    await page.getByRole('status').getByText('2 orders', { exact: true }).waitFor();
    const newest = table.getByRole('row').nth(1).getByRole('cell');
    expect(await newest.allTextContents()).toEqual(
      expect.arrayContaining(['Olga Orders', 'Utility Knife', buyer.user.email, '1 Test Street', '+1 555 0100']),
    );
  });

  it('may pay or delete an order that is not paid, and sees which one is', async () => {
    const buyer = await newcomer(visits.origin);
    await paidOrder(buyer, 'Claw Hammer 16 oz');
    const { id } = await order(buyer, 'Utility Knife');
    const page = await visits.openPage({ signedInAs: buyer });
    await show(page, { path: '/dashboard/myorders', heading: 'My Orders' });
    const orders = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') });
    const paid = orders.filter({ hasText: 'Claw Hammer' });
    await paid.getByText('Paid', { exact: true }).waitFor();
    expect(await paid.getByRole('button').count()).toBe(0);
    const unpaid = orders.filter({ hasText: 'Utility Knife' });
    const pay = unpaid.getByRole('link', { name: 'Pay for Utility Knife' });
    expect(await pay.getAttribute('href')).toBe(`/dashboard/payment/${id}`);

    await unpaid.getByRole('button', { name: 'Delete the order of Utility Knife' }).click();
    const keep = page.getByRole('dialog').getByRole('button', { name: 'Keep it' });
    await eventually(() => keep.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await unpaid.getByRole('button', { name: 'Delete the order of Utility Knife' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted', { exact: true }).waitFor();
    await eventually(() => orders.count()).toBe(1);
    await eventually(() => paid.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await ordersOf(buyer)).toHaveLength(1);
  });

  it('without orders is shown the way to the shelves', async () => {
    const page = await visits.openPage({ signedInAs: await newcomer(visits.origin) });
    await show(page, { path: '/dashboard/myorders', heading: 'My Orders' });
    await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
    await page.getByRole('link', { name: 'Browse the shelves' }).click();
    await isShown(page, 'Tools that earn their keep');
    await eventually(async () => (await page.locator('#tools').boundingBox())?.y ?? 9_999).toBeLessThan(400);
  });

  it('adds a review, which the home page then shows', async () => {
    const page = await visits.openPage({ signedInAs: await newcomer(visits.origin, 'Rita Reviews') });
    await show(page, { path: '/dashboard/review', heading: 'Add a Review' });
    await page.getByRole('button', { name: 'Add the review' }).click();
    await eventually(() => page.getByText('Required', { exact: true }).count()).toBe(2);
    await page.getByRole('textbox', { name: 'Review', exact: true }).fill('Holds an edge');
    await page.getByRole('textbox', { name: 'Description' }).fill('Three months in, and still sharp.');
    await page.getByRole('button', { name: 'Add the review' }).click();
    await page.getByText('Successfully Added A New Review', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    const newest = page.getByRole('region', { name: "User's Review" }).getByRole('figure').first();
    await newest.getByText('Holds an edge').waitFor();
    await newest.getByText('Rita Reviews').waitFor();
  });

  it('fills in a profile; name and email stay as they are', async () => {
    const page = await visits.openPage({ signedInAs: await newcomer(visits.origin, 'Pia Profile') });
    await show(page, { path: '/dashboard/myprofile', heading: 'My Profile' });
    const form = page.getByRole('main').locator('form');
    for (const name of ['Name', 'Email']) {
      expect(await form.getByRole('textbox', { name, exact: true }).getAttribute('readonly')).not.toBeNull();
    }
    await form.getByRole('button', { name: 'Save' }).click();
    await eventually(() => form.getByText('Required', { exact: true }).count()).toBe(4);
    await form.getByRole('textbox', { name: 'Education' }).fill('Joinery');
    await form.getByRole('textbox', { name: 'Location' }).fill('Rajshahi');
    await form.getByRole('textbox', { name: 'Phone' }).fill('+880 1800 000000');
    await form.getByRole('textbox', { name: 'Profile link' }).fill('https://profile.example/pia');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Succesfully Added Info To Databases', { exact: true }).waitFor();
  });

  it('is told at the top right for five seconds what was done', async () => {
    const page = await visits.openPage({ signedInAs: await newcomer(visits.origin) });
    await page.clock.install();
    await show(page, { path: '/dashboard/review', heading: 'Add a Review' });
    await page.getByRole('textbox', { name: 'Review', exact: true }).fill('Fine');
    await page.getByRole('textbox', { name: 'Description' }).fill('Just fine.');
    // From here on the page's clock goes on by what is said alone, however long the machine takes for it.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Add the review' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Successfully Added A New Review' });
    const stepMs = 50;
    await eventually(async () => {
      await page.clock.runFor(stepMs);
      return (await toast.isVisible()) ? (await toast.boundingBox())?.x : 0;
    }).toBeGreaterThan(640);
    expect((await toast.boundingBox())?.y).toBeLessThan(200);
    const limits = specified('Limits', 'what', 'limit');
    const shownMs = Number(limits.find(({ what }) => what.startsWith('a message in the corner'))?.limit);
    // It slides in, and out, for a part of a second.
    await page.clock.runFor(shownMs - 1_000);
    expect(await toast.isVisible()).toBe(true);
    await page.clock.runFor(2_000);
    await toast.waitFor({ state: 'hidden' });
  });
});
