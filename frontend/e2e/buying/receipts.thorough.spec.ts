import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inTurn } from '../../../backend/testing/as-often.ts';
import { textOfPdf } from '../../../backend/testing/clients/text-of-pdf.ts';
import { describeThoroughly } from '../../../backend/testing/thoroughly.ts';
import { orderNumber } from '../../../modules/kernel/values/order-number.ts';
import { admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { violationsOn } from '../looks/axe.ts';
import { paleOnPaper, printed } from '../looks/on-paper.ts';
import { show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';
import { order, paidOrder } from './orders.ts';

const visits = browserFixture();
const myOrders = { path: '/dashboard/myorders', heading: 'My Orders' };

describeThoroughly('a shopper with a phone', () => {
  it('sees an order on its way live, and prints and keeps its receipt', async () => {
    const buyer = await newcomer(visits.origin, 'מרים Ωμέγα');
    const id = await paidOrder(buyer, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ signedInAs: buyer });
    await page.setViewportSize({ width: 390, height: 844 });
    await show(page, myOrders);
    await page.getByText(`Order ${orderNumber(id)}`).waitFor();
    await page.getByText('Payment received').waitFor();
    const chief = await admin(visits.origin);
    await chief.api.post(`/booking/${id}/ship`, { carrier: 'Rail', trackingNumber: 'R-77' });
    await page.getByText('R-77').waitFor();
    await page.getByRole('link', { name: 'Buy Claw Hammer 16 oz again' }).waitFor();

    await page.getByRole('link', { name: `Receipt of order ${orderNumber(id)}` }).click();
    const sheet = page.getByRole('article', { name: `Receipt of order ${orderNumber(id)}` });
    await sheet.getByText('$18.00').first().waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe(`receipt-${orderNumber(id)}.pdf`);
    const said = await textOfPdf(new Uint8Array(await readFile(await file.path())));
    for (const text of [orderNumber(id), 'מרים', 'Ωμέγα', 'Claw Hammer 16 oz', '$18.00']) expect(said).toContain(text);

    await page.emulateMedia({ media: 'print' });
    await sheet.waitFor();
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
  });
});

describeThoroughly('my orders and a receipt', () => {
  it.each(['light', 'dark'] as const)('have nothing that axe objects to, in %s', async (colorScheme) => {
    const buyer = await newcomer(visits.origin, 'Axel Axe');
    await order(buyer, 'Cordless Drill 18 V');
    const id = await paidOrder(buyer, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ signedInAs: buyer });
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const screen of [myOrders, { path: `/dashboard/receipt/${id}`, heading: 'Receipt' }]) {
        await show(page, screen);
        expect(await violationsOn(page)).toEqual([]);
      }
    }
  });
});

describe('on paper', () => {
  const ways = ['Sign Out', 'Dashboard', 'Skip to content', 'My Orders', 'Download PDF', 'History', 'Mark as', 'Note'];

  /** Looks at what the page is as a sheet of either size, the next of the next by `npm test`: all of it on one, with nothing to press, in black on white. */
  async function onOneSheet(page: Page, facts: readonly string[], place: number): Promise<void> {
    for (const format of inTurn(['A4', 'Letter'] as const, place)) {
      const sheets = await printed(page, format);
      expect(sheets, format).toHaveLength(1);
      const [{ text, cut } = { text: '', cut: [] }] = sheets;
      const said = text.replace(/\s+/g, ' ');
      for (const fact of facts) expect(said, format).toContain(fact);
      for (const way of ways) expect(said, format).not.toContain(way);
      expect(cut, format).toEqual([]);
    }
    expect(await paleOnPaper(page)).toEqual([]);
  }

  it('an order and its receipt are one sheet each, with all that is known of it, in either scheme', async () => {
    const buyer = await newcomer(visits.origin, 'Paula Paper');
    const id = await paidOrder(buyer, 'Claw Hammer 16 oz');
    const chief = await admin(visits.origin);
    await chief.api.post(`/booking/${id}/ship`, { carrier: 'Rail', trackingNumber: 'R-77' });
    const facts = [orderNumber(id), 'Claw Hammer 16 oz', '$18.00', buyer.user.email];

    const ofBuyer = await visits.openPage({ signedInAs: buyer });
    await show(ofBuyer, { path: `/dashboard/receipt/${id}`, heading: 'Receipt' });
    await ofBuyer.getByRole('article').getByText('$18.00').first().waitFor();
    await onOneSheet(ofBuyer, [...facts, 'Inventory'], 0);

    const ofAdmin = await visits.openPage({ signedInAs: chief });
    await show(ofAdmin, { path: `/dashboard/orders/${id}`, heading: `Order ${orderNumber(id)}` });
    await ofAdmin.getByRole('list', { name: 'What happened' }).getByRole('listitem').first().waitFor();
    const picture = ofAdmin.getByRole('region', { name: 'Summary' }).locator('img');
    await eventually(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(
      true,
    );
    await onOneSheet(ofAdmin, [...facts, 'Paula Paper', 'Rail', 'R-77', 'What happened'], 1);
    await ofAdmin.emulateMedia({ media: 'print' });
    expect(await picture.isVisible()).toBe(true);
    expect(await ofAdmin.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await ofAdmin.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
    expect(await ofAdmin.getByRole('textbox').filter({ visible: true }).count()).toBe(0);
  });
});
