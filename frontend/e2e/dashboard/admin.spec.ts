import { describe, expect, it } from 'vitest';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import { admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { order } from '../buying/orders.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';

const visits = browserFixture();

describe('an admin', () => {
  thoroughly('has more items in the dashboard', async () => {
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    await show(page, { path: '/dashboard', heading: 'Orders Info' });
    const menu = page.getByRole('navigation', { name: 'Dashboard' });
    await menu.getByRole('link', { name: 'Make Admin' }).click();
    await isShown(page, 'Make Admin');
    await menu.getByRole('link', { name: 'Add A Product' }).click();
    await isShown(page, 'Add A Product');
    await menu.getByRole('link', { name: 'History' }).click();
    await isShown(page, 'History');
  });

  it('sees on every page how the orders stand, and the numbers move as orders come', async () => {
    const buyer = await newcomer(visits.origin, 'Cora Counted');
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    await show(page, { path: '/dashboard/manageproducts', heading: 'Add A Product' });
    const plate = page.getByRole('region', { name: 'Orders of the shop' });
    const said = async () => Number((await plate.locator('dd').first().textContent())?.replaceAll(',', ''));
    await eventually(said).toBeGreaterThanOrEqual(0);
    const before = await said();
    await order(buyer, 'Claw Hammer 16 oz', 1);
    await eventually(said).toBe(before + 1);
    await page.getByRole('link', { name: 'Orders Info' }).click();
    await isShown(page, 'Orders Info');
    await page.getByRole('img', { name: 'Revenue by day' }).waitFor();
    await page.getByText('Revenue by day as a table').click();
    await page.getByRole('table', { name: 'Revenue by day' }).waitFor();
  });

  thoroughly('makes somebody an admin, and the list shows it', async () => {
    const { user } = await newcomer(visits.origin, 'Paula Promoted');
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    await show(page, { path: '/dashboard/allusers', heading: 'Make Admin' });
    const row = page.getByRole('row').filter({ hasText: user.email });
    await row.getByRole('button', { name: 'Make Paula Promoted an admin' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click();
    await page.getByText('Succesfully Made Admin', { exact: true }).waitFor();
    await eventually(() => row.getByRole('cell').last().textContent()).toBe('Admin');
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Admin');
  });

  thoroughly('who is none any more fails to make an admin', async () => {
    const { user } = await newcomer(visits.origin, 'Frank Failed');
    const page = await visits.openPage({ signedInAs: await admin(visits.origin), expected: [/status of 403/] });
    await page.route('**/user/admin/*', (route) =>
      route.fulfill({ status: 403, json: { type: 'about:blank', title: 'Forbidden', status: 403 } }),
    );
    await show(page, { path: '/dashboard/allusers', heading: 'Make Admin' });
    const row = page.getByRole('row').filter({ hasText: user.email });
    await row.getByRole('button').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click();
    await page.getByText('Failed to make a admin', { exact: true }).waitFor();
    expect(await row.getByRole('button', { name: 'Make Frank Failed an admin' }).isEnabled()).toBe(true);
  });

  thoroughly('sees what somebody who becomes one sees, as soon as they look again', async () => {
    const chief = await admin(visits.origin);
    const junior = await newcomer(visits.origin, 'Jun Ior');
    const page = await visits.openPage({ signedInAs: junior, expected: [/status of 403/] });
    await page.goto('/dashboard/allusers');
    await page.getByRole('heading', { name: 'Only admins are shown the users' }).waitFor();
    await chief.api.put(`/user/admin/${junior.user.email}`);
    await page.reload();
    await page.getByRole('row').filter({ hasText: junior.user.email }).waitFor();
  });

  thoroughly('adds a product; what the server refuses is shown field by field', async () => {
    const page = await visits.openPage({ signedInAs: await admin(visits.origin), expected: [/status of 400/] });
    await show(page, { path: '/dashboard/manageproducts', heading: 'Add A Product' });
    const form = page.getByRole('main').locator('form');
    await form.getByRole('button', { name: 'Add the product' }).click();
    await eventually(() => form.getByText('Required', { exact: true }).count()).toBe(3);
    const name = form.getByLabel('Name', { exact: true });
    await eventually(() => name.evaluate((node) => node === document.activeElement)).toBe(true);
    const values = {
      Name: 'Mortise Gauge',
      Picture: '/pictures/tools/hand-saw.svg',
      Description: 'Two pins, two lines.',
      'Minimum order': '2',
      Available: '40',
      'Price a piece': '14.5',
      'Total price': '29',
      Rating: '4.5',
      'Buy gear': '7',
    };
    for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value);
    await form.getByRole('button', { name: 'Add the product' }).click();
    await page.getByText('Successfully Added A New Product', { exact: true }).waitFor();
    expect(await name.inputValue()).toBe('');

    await page.goto('/?search=mortise');
    await page.getByRole('link', { name: 'Mortise Gauge' }).click();
    await isShown(page, 'Mortise Gauge');
    await page.getByText('$14.50').waitFor();
    expect(await page.getByRole('textbox', { name: 'Quantity' }).inputValue()).toBe('2');
  });

  thoroughly("turns the pages of everybody's orders", async () => {
    const buyer = await newcomer(visits.origin, 'Manny Orders');
    await Promise.all(Array.from({ length: 21 }, () => order(buyer, 'Claw Hammer 16 oz')));
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    await show(page, { path: '/dashboard', heading: 'Orders Info' });
    const rows = page.getByRole('region', { name: 'Orders' }).getByRole('row').filter({ hasText: 'Manny Orders' });
    const numbers = () => rows.getByRole('cell').nth(0).textContent();
    await eventually(() => rows.count()).toBe(20);
    await page.getByRole('link', { name: 'Older orders' }).click();
    await eventually(() => rows.count()).toBe(1);
    expect(await numbers()).toBe('21');
    const list = page.getByRole('region', { name: 'The list' });
    // Below the header: global.css's scroll-padding, less page-of-list's margin.
    await eventually(async () => Math.round((await list.boundingBox())?.y ?? 0)).toBe(64);
    await page.getByRole('link', { name: 'Newer orders' }).click();
    await eventually(() => rows.count()).toBe(20);
  });
});
