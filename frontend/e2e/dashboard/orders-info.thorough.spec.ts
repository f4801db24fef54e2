import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { orderNumber } from '../../../modules/kernel/values/order-number.ts';
import { admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { order, paidOrder } from '../buying/orders.ts';
import { violationsOn } from '../looks/axe.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';

const visits = browserFixture();
const info = { path: '/dashboard', heading: 'Orders Info' };
const hammer = 'Claw Hammer 16 oz';
const drill = 'Cordless Drill 18 V';

const rowsOf = (page: Page, buyer: string) =>
  page.getByRole('region', { name: 'Orders', exact: true }).getByRole('row').filter({ hasText: buyer });
const wordsOf = (page: Page) => page.getByRole('list', { name: 'Looked for' }).getByRole('listitem');

/** Somebody with an order of each of two tools, of which one is paid. */
async function buyerOfTwo(name: string) {
  const buyer = await newcomer(visits.origin, name);
  const chief = await admin(visits.origin);
  const paid = await paidOrder(buyer, drill);
  const { id: unpaid } = await order(buyer, hammer);
  await eventually(async () => (await chief.api.get<{ paid: boolean }>(`/booking/${paid}`)).body.paid).toBe(true);
  return { buyer, chief, paid, unpaid };
}

describe('an admin looks for orders', () => {
  it('and has all of each in sight on a desk, however much it cost', async () => {
    const { chief } = await buyerOfTwo('Rita Rich');
    const page = await visits.openPage({ signedInAs: chief });
    await show(page, info);
    const table = page.getByRole('region', { name: 'Orders', exact: true });
    const beyond = () => table.evaluate((place) => place.scrollWidth - place.clientWidth);
    const isInSightAt = async (width: number) => {
      await page.setViewportSize({ width, height: 800 });
      await eventually(beyond, `pixels out of sight at ${width}`).toBe(0);
    };
    await table.waitFor();
    for (const width of [1200, 1160]) await isInSightAt(width);
    await page.route(/\/booking\?/, async (route) => {
      const response = await route.fetch();
      const orders: object[] = await response.json();
      await route.fulfill({ response, json: orders.map((one) => ({ ...one, price: 999_999_999_999.99 })) });
    });
    await page.reload();
    await page.getByText('$999,999,999,999.99').first().waitFor();
    // With a scroll bar of the window's, or without.
    for (const width of [1280, 1263]) await isInSightAt(width);
  });

  it('by a button that stands beside the last field, or right below the fields where there is no room for it', async () => {
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    await show(page, info);
    await page.locator('summary', { hasText: 'When, what and whose' }).waitFor();
    const look = page.getByRole('button', { name: 'Look', exact: true });
    for (const width of [1280, 1056, 1024, 992]) {
      await page.setViewportSize({ width, height: 800 });
      if (!(await look.isVisible())) await page.locator('summary', { hasText: 'When, what and whose' }).click();
      const [field, button] = [await page.getByLabel('Person').boundingBox(), await look.boundingBox()];
      const below = (button?.y ?? 0) - (field?.y ?? 0) - (field?.height ?? 0);
      const isBeside = Math.abs((button?.y ?? 0) - (field?.y ?? 0)) < 3;
      expect(isBeside || Math.round(below) === 16, `at ${width}: ${below} below the field`).toBe(true);
    }
  });

  it('by words, status, tool, person and days; Back, a reload and a sent link show the same', async () => {
    const { buyer, chief, paid, unpaid } = await buyerOfTwo('Fiona Found');
    const page = await visits.openPage({ signedInAs: chief });
    await show(page, info);
    await page.getByLabel('Search orders').fill('fiona');
    await eventually(() => rowsOf(page, 'Fiona Found').count()).toBe(2);
    const phone = rowsOf(page, 'Fiona Found')
      .first()
      .getByText(/^\+1 555/);
    expect(await phone.evaluate((number) => number.getClientRects().length), 'lines of a number').toBe(1);
    await page.getByLabel('Status').selectOption({ label: 'Paid' });
    await eventually(() => rowsOf(page, 'Fiona Found').count()).toBe(1);
    await rowsOf(page, 'Fiona Found').getByText('Not packed').waitFor();
    await eventually(() => new URL(page.url()).search).toBe('?q=fiona&status=paid');
    await page.getByLabel('Tool', { exact: true }).fill(hammer);
    await page.getByLabel('Person').fill(buyer.user.email);
    await page.getByRole('button', { name: 'Look', exact: true }).click();
    await page.getByRole('heading', { name: 'No order is like that' }).waitFor();

    await page.getByRole('link', { name: 'Without Status: Paid' }).click();
    await rowsOf(page, 'Fiona Found')
      .getByRole('link', { name: `Order ${orderNumber(unpaid)}` })
      .waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'No order is like that' }).waitFor();
    await page.goBack();
    await rowsOf(page, 'Fiona Found')
      .getByRole('link', { name: `Order ${orderNumber(paid)}` })
      .waitFor();
    expect(await page.getByLabel('Person').inputValue()).toBe('');
    await page.reload();
    await isShown(page, 'Orders Info');
    await eventually(() => rowsOf(page, 'Fiona Found').count()).toBe(1);
    expect(await page.getByLabel('Search orders').inputValue()).toBe('fiona');

    const sent = await visits.openPage({ width: 390, signedInAs: chief });
    await sent.goto(page.url());
    await eventually(() => wordsOf(sent).allInnerTexts()).toEqual(['Search: fiona', 'Status: Paid', 'Show all orders']);
    await sent.goto(`/dashboard?q=${orderNumber(unpaid)}`);
    await eventually(() => rowsOf(sent, 'Fiona Found').count()).toBe(1);
    await sent.getByText('When, what and whose').click();
    const days = [sent.getByLabel('Placed from'), sent.getByLabel('Placed to')];
    for (const day of days) await day.fill('2020-02-02');
    await sent.getByRole('button', { name: 'Look', exact: true }).click();
    await sent.getByRole('heading', { name: 'No order is like that' }).waitFor();
    for (const scheme of ['light', 'dark'] as const) {
      await sent.emulateMedia({ colorScheme: scheme });
      await sent.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor({ state: 'attached' });
      expect(await violationsOn(sent), scheme).toEqual([]);
    }
  });

  it('and takes just those out as a table', async () => {
    const { chief, paid } = await buyerOfTwo('Xenia Exported');
    const page = await visits.openPage({ signedInAs: chief });
    await show(page, { ...info, path: '/dashboard?q=xenia&status=paid' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('orders.csv');
    const [head = '', ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(head.startsWith('\ufeffNumber,Placed,Status,')).toBe(true);
    expect(lines.map((line) => line.split(',')[0])).toEqual([orderNumber(paid)]);
  });

  it('with the keyboard alone, and goes from a row to the order and back', async () => {
    const { chief, paid } = await buyerOfTwo('Keya Keys');
    const page = await visits.openPage({ signedInAs: chief });
    await show(page, info);
    await page.getByLabel('Search orders').focus();
    await page.keyboard.type('keya');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Pa');
    await eventually(() => rowsOf(page, 'Keya Keys').count()).toBe(1);
    const link = rowsOf(page, 'Keya Keys').getByRole('link', { name: `Order ${orderNumber(paid)}` });
    for (let pressed = 0; !(await link.evaluate((node) => node === document.activeElement)); pressed += 1) {
      expect(pressed).toBeLessThan(40);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await isShown(page, `Order ${orderNumber(paid)}`);
    await page.goBack();
    await eventually(() => rowsOf(page, 'Keya Keys').count()).toBe(1);
  });

  it('and an order that comes is counted only where it is what they look for', async () => {
    const { buyer, chief } = await buyerOfTwo('Lena Live');
    const [all, unpaid, paid] = [
      await visits.openPage({ signedInAs: chief }),
      await visits.openPage({ signedInAs: chief }),
      await visits.openPage({ signedInAs: chief }),
    ];
    await show(all, info);
    await show(unpaid, { ...info, path: '/dashboard?q=lena&status=unpaid' });
    await show(paid, { ...info, path: '/dashboard?q=lena&status=paid' });
    await order(buyer, hammer);
    await all.getByRole('button', { name: '1 new order' }).waitFor();
    await unpaid.getByRole('button', { name: '1 more order' }).click();
    await eventually(() => rowsOf(unpaid, 'Lena Live').count()).toBe(2);
    expect(await rowsOf(paid, 'Lena Live').count()).toBe(1);
    expect(await paid.getByRole('button', { name: /(more|new) order/ }).count()).toBe(0);
  });
});
