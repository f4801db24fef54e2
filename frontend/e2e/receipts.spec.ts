import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { textOfPdf } from '../../backend/receipts/text-of-pdf.ts';
import { orderNumber } from '../../modules/kernel/order-number.ts';
import { admin, newcomer } from './account.ts';
import { violationsOn } from './axe.ts';
import { browserFixture } from './browser-fixture.ts';
import { order, paidOrder } from './orders.ts';
import { show } from './screens-of-the-shop.ts';

const visits = browserFixture();
const myOrders = { path: '/dashboard/myorders', heading: 'My Orders' };

describe('a shopper with a phone', () => {
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
    if (process.env.G_SHOTS) await page.screenshot({ path: '/tmp/g-print.png' });
  });
});

describe('my orders and a receipt', () => {
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
        if (process.env.G_SHOTS)
          await page.screenshot({ path: `/tmp/g-${screen.heading}-${width}-${colorScheme}.png` });
        expect(await violationsOn(page)).toEqual([]);
      }
    }
  });
});
