import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type PaymentSandboxOptions, paymentSandbox } from '../../../backend/payments/sandbox/payment-sandbox.ts';
import { payInSandbox } from '../../../backend/testing/api-client.ts';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import { orderNumber } from '../../../modules/kernel/values/order-number.ts';
import { admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { order, ordersOf, toolNamed } from '../buying/orders.ts';
import { show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';

/** Banks decide at once here. */
const openSandbox = (options: PaymentSandboxOptions) => paymentSandbox({ ...options, laterAfter: 1 });
const visits = browserFixture({ openSandbox });
const info = { path: '/dashboard', heading: 'Orders Info' };

describe('an admin', () => {
  thoroughly('gives a part of the money back, and a piece to the shelf', async () => {
    const buyer = await newcomer(visits.origin, 'Rita Returns');
    const { id, price } = await order(buyer, 'Cordless Drill 18 V', 2);
    await payInSandbox(buyer.api, id, price);
    const { Available: before } = await toolNamed(buyer, 'Cordless Drill 18 V');
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    await show(page, info);
    await page.getByRole('button', { name: 'Refund Cordless Drill 18 V to Rita Returns' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount in USD').fill('100');
    await dialog.getByLabel('Reason').fill('One came broken');
    await dialog.getByLabel('Pieces back on the shelf').fill('1');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await page.getByText('The refund is on its way', { exact: true }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Rita Returns' }).getByText('$100.00 refunded').waitFor();
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'paid', refunded: 100 }]);
    await eventually(async () => (await toolNamed(buyer, 'Cordless Drill 18 V')).Available).toBe(before + 1);
  });

  thoroughly(
    'puts all pieces back for a part of the money, is warned of it, and is offered to send no longer',
    async () => {
      const buyer = await newcomer(visits.origin, 'Sam Shelf');
      const { id, price } = await order(buyer, 'Cordless Drill 18 V', 2);
      await payInSandbox(buyer.api, id, price);
      const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
      await show(page, { path: `/dashboard/orders/${id}`, heading: `Order ${orderNumber(id)}` });
      const dialog = page.getByRole('dialog');
      const ask = async (amount: string) => {
        await page.getByRole('button', { name: 'Refund' }).click();
        await dialog.getByLabel('Amount in USD').fill(amount);
        await dialog.getByLabel('Reason').fill('Scratched');
      };
      const send = async () => {
        await dialog.getByRole('button', { name: 'Refund' }).click();
        await dialog.waitFor({ state: 'detached' });
      };
      await ask('1');
      await dialog.getByText(/stays with the shop: nothing is left to send then\.$/).waitFor();
      await send();
      await page.getByText('Nothing is left to send: all of its pieces went back to the shelf.').waitFor();
      expect(await page.getByRole('button', { name: /^Mark as/ }).count()).toBe(0);
      await page.getByText(/ and put 2 pieces back on the shelf: Scratched$/).waitFor();
      await ask('1');
      await dialog.getByText('Of 0 still out: 2 of 2 went back before').waitFor();
      await send();
      await eventually(async () => (await ordersOf(buyer))[0]).toMatchObject({ refunded: 2, restocked: 2 });
    },
  );

  it('gives all of it back once, pressed twice at once, and by two admins', async () => {
    const buyer = await newcomer(visits.origin, 'Olga Once');
    const { id, price } = await order(buyer, 'Claw Hammer 16 oz');
    await payInSandbox(buyer.api, id, price);
    const chief = await admin(visits.origin);
    const openDialog = async () => {
      const page = await visits.openPage({ signedInAs: chief, expected: [/status of 409/] });
      await show(page, info);
      await page.getByRole('row').filter({ hasText: 'Olga Once' }).getByRole('button').click();
      await page.getByRole('dialog').getByLabel('Reason').fill('It is bent');
      return page;
    };
    const both = [await openDialog(), await openDialog()];
    const refundIn = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Refund' });
    const pressTwice = (page: Page) =>
      refundIn(page).evaluate((button: HTMLButtonElement) => {
        button.click();
        button.click();
      });
    await Promise.all(both.map(pressTwice));
    const goneThrough = async (page: Page) => {
      await page.getByText('The refund is on its way', { exact: true }).waitFor();
      return page;
    };
    const sooner = await Promise.any(both.map(goneThrough));
    for (const later of both.filter((page) => page !== sooner)) {
      // Also where its own press was refused, as it is unless the notice came first.
      await later.getByText('All of it was refunded meanwhile', { exact: false }).waitFor();
      expect(await refundIn(later).isDisabled()).toBe(true);
    }
    await eventually(async () => (await ordersOf(buyer))[0]).toMatchObject({ status: 'refunded', refunded: price });
    const theirs = await visits.openPage({ signedInAs: buyer });
    await theirs.goto(`/dashboard/payment/${id}`);
    await theirs.getByRole('heading', { name: 'This order was refunded' }).waitFor();
    await theirs.getByText('It is bent', { exact: true }).waitFor();
  });

  thoroughly('settles in another way what a bank sent back, and the buyer sees it', async () => {
    const buyer = await newcomer(visits.origin, 'Tara Transfer');
    const { id, price } = await order(buyer, 'Claw Hammer 16 oz');
    await payInSandbox(buyer.api, id, price, '4000000000005126');
    const chief = await admin(visits.origin);
    await chief.api.post(`/booking/${id}/refund`, { reason: 'Changed her mind' });
    const failed = async () => (await chief.api.get<{ bookingId: string }[]>('/refunds/failed')).body;
    await eventually(async () => (await failed()).map(({ bookingId }) => bookingId)).toContain(id);
    const page = await visits.openPage({ signedInAs: chief });
    await show(page, info);
    await page
      .getByRole('button', { name: `Settle the refund of $${price.toFixed(2)} of order ${orderNumber(id)}` })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Settle this refund' });
    await dialog.getByRole('radio', { name: /in another way/ }).check();
    await dialog.getByLabel('What was done').fill('By a transfer.');
    await dialog.getByRole('button', { name: 'Settle' }).click();
    await page.getByText('The refund is settled', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect((await failed()).map(({ bookingId }) => bookingId)).not.toContain(id);
    await page
      .getByRole('row')
      .filter({ hasText: 'Tara Transfer' })
      .getByText(/^Refunded/)
      .waitFor();
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'refunded', refunded: price }]);
    const theirs = await visits.openPage({ signedInAs: buyer });
    await show(theirs, { path: '/dashboard/myorders', heading: 'My Orders' });
    await theirs.getByText('Changed her mind', { exact: true }).waitFor();
  });

  thoroughly('gives all of it back, and cannot give more', async () => {
    const buyer = await newcomer(visits.origin, 'Fred Full');
    const { id, price } = await order(buyer, 'Claw Hammer 16 oz');
    await payInSandbox(buyer.api, id, price);
    const page = await visits.openPage({ signedInAs: await admin(visits.origin), expected: [/status of 409/] });
    await show(page, info);
    const row = page.getByRole('row').filter({ hasText: 'Fred Full' });
    await row.getByRole('button', { name: /^Refund/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount in USD').fill('9999');
    await dialog.getByLabel('Reason').fill('Changed his mind');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await dialog.getByText(/^Only /).waitFor();
    await dialog.getByLabel('Amount in USD').fill(String(price));
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await row.getByText(/^Refunded/).waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'refunded', refunded: price }]);
  });

  thoroughly('is told what a bank sent back, and tries it again', async () => {
    const buyer = await newcomer(visits.origin, 'Clara Closed');
    const { id, price } = await order(buyer, 'Claw Hammer 16 oz');
    await payInSandbox(buyer.api, id, price, '4000000000005126');
    const chief = await admin(visits.origin);
    await chief.api.post(`/booking/${id}/refund`, { reason: 'Changed her mind' });
    await eventually(async () => (await chief.api.get<unknown[]>('/refunds/failed')).body.length).toBe(1);
    const page = await visits.openPage({ signedInAs: chief });
    await show(page, info);
    await page.getByRole('heading', { name: 'Could not be refunded' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: orderNumber(id) });
    await row.getByText('The card had expired or was cancelled (a bank sent it back)').waitFor();
    await row.getByRole('button', { name: /^Try again/ }).click();
    await page.getByText('The refund is on its way', { exact: true }).waitFor();
  });
});
