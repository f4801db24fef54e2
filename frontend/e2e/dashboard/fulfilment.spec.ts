import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { payInSandbox } from '../../../backend/testing/api-client.ts';
import { inTurn } from '../../../backend/testing/as-often.ts';
import { describeThoroughly, thoroughly } from '../../../backend/testing/thoroughly.ts';
import { orderNumber } from '../../../modules/kernel/values/order-number.ts';
import { type Account, admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { order, ordersOf, toolNamed } from '../buying/orders.ts';
import { violationsOn, wearScheme } from '../looks/axe.ts';
import { flawsOf } from '../looks/flaws.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';

const visits = browserFixture();
const hammer = 'Claw Hammer 16 oz';
const myOrders = { path: '/dashboard/myorders', heading: 'My Orders' };
const pageOf = (id: string) => ({ path: `/dashboard/orders/${id}`, heading: `Order ${orderNumber(id)}` });

/** An order that is paid, as everybody is shown it. */
async function paidFor(buyer: Account, pieces = 1): Promise<string> {
  const { id, price } = await order(buyer, hammer, pieces);
  await payInSandbox(buyer.api, id, price);
  await eventually(async () => (await ordersOf(buyer)).find(({ _id }) => _id === id)?.paid).toBe(true);
  return id;
}

/** Presses Tab until that has the focus, and then Enter. */
async function pressByKeyboard(page: Page, name: string): Promise<void> {
  const target = page.getByRole('main').getByRole('button', { name, exact: true });
  await target.waitFor();
  for (let pressed = 0; !(await target.evaluate((node) => node === document.activeElement)); pressed += 1) {
    if (pressed === 60) throw new Error(`${name} cannot be reached with Tab.`);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
}

const hasFocusInPlace = (page: Page) =>
  page
    .getByRole('region', { name: 'On its way' })
    .evaluate((region) => region.contains(document.activeElement) && document.activeElement !== document.body);

describe('an order that is sent', () => {
  it('is packed, shipped and delivered on a desk, with the keyboard alone, and its buyer sees each step on a phone, and is mailed', async () => {
    const buyer = await newcomer(visits.origin, 'Wafa Waiting');
    const id = await paidFor(buyer);
    const phone = await visits.openPage({ width: 390, signedInAs: buyer });
    await show(phone, myOrders);
    const theirs = phone.getByRole('main').getByRole('listitem').filter({ hasText: hammer });
    const desk = await visits.openPage({ width: 1280, signedInAs: await admin(visits.origin) });
    await show(desk, pageOf(id));
    const parts = ['Summary', 'What happened'].map((name) => desk.getByRole('region', { name }));
    const [summary, below] = await Promise.all(parts.map((part) => part.boundingBox()));
    // However much can be done about it beside them.
    expect((below?.y ?? 0) - (summary?.y ?? 0) - (summary?.height ?? 0)).toBeLessThan(30);

    const stays = () => eventually(() => hasFocusInPlace(desk), 'the focus is where the order is taken on').toBe(true);
    await pressByKeyboard(desk, 'Mark as packed');
    await theirs.getByText('Packed', { exact: true }).waitFor();
    await stays();
    await desk.getByLabel('Carrier').focus();
    await desk.keyboard.type('Sundarban Courier');
    await desk.keyboard.press('Tab');
    await desk.keyboard.type('SB 123');
    await desk.keyboard.press('Enter');
    await theirs.getByText('Shipped', { exact: true }).waitFor();
    await theirs.getByText('SB 123').waitFor();
    await pressByKeyboard(desk, 'Mark as delivered');
    await theirs.getByText('Delivered', { exact: true }).waitFor();
    await desk.getByText('It has arrived.').waitFor();
    await stays();
    const happened = desk.getByRole('list', { name: 'What happened' });
    for (const step of [
      /^Demo Admin packed order/,
      /with Sundarban Courier, SB 123$/,
      /was delivered to Wafa Waiting$/,
    ]) {
      await happened.getByText(step).waitFor();
    }
    await show(phone, { path: '/sandbox/mail', heading: 'Your mails' });
    for (const subject of [/shipped|on its way/i, /delivered|arrived/i]) {
      await phone.getByRole('main').getByText(subject).first().waitFor();
    }
  });

  thoroughly('is not, once all of its money went back: then its pieces are on the shelf again', async () => {
    const buyer = await newcomer(visits.origin, 'Nora Never');
    const { Available: before } = await toolNamed(buyer, hammer);
    const id = await paidFor(buyer, 2);
    expect((await toolNamed(buyer, hammer)).Available).toBe(before - 2);
    const desk = await visits.openPage({ signedInAs: await admin(visits.origin) });
    await show(desk, pageOf(id));
    await desk.getByRole('main').getByRole('button', { name: 'Refund' }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Out of the good ones');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await desk.getByText('Nothing is sent of an order that is refunded.').waitFor();
    // The dialog gives the focus back to the button that opened it, and that is gone once the money is back.
    await eventually(() => hasFocusInPlace(desk)).toBe(true);
    await eventually(async () => (await toolNamed(buyer, hammer)).Available).toBe(before);
    await desk
      .getByRole('list', { name: 'What happened' })
      .getByText(/went back to Nora Never$/)
      .waitFor();
  });

  thoroughly('is refunded by one of two admins, and the other who ships it reads why not', async () => {
    const buyer = await newcomer(visits.origin, 'Tara Two');
    const id = await paidFor(buyer);
    const chief = await admin(visits.origin);
    const [one, other] = [
      await visits.openPage({ signedInAs: chief }),
      await visits.openPage({ signedInAs: chief, expected: [/status of 409/] }),
    ];
    await Promise.all([show(one, pageOf(id)), show(other, pageOf(id))]);
    // What the other does is said before it hears what the first has done.
    let goOn = (_: unknown) => {};
    const first = new Promise((resolve) => {
      goOn = resolve;
    });
    await other.route('**/booking/*/ship', async (route) => {
      await first;
      await route.continue();
    });
    await other.getByLabel('Carrier').fill('Other Courier');
    await other.getByLabel('Tracking number').fill('OC 9');
    await other.getByRole('button', { name: 'Mark as shipped' }).click();
    await one.getByRole('main').getByRole('button', { name: 'Refund' }).click();
    await one.getByRole('dialog').getByLabel('Reason').fill('Sold out');
    await one.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
    await one.getByText('Nothing is sent of an order that is refunded.').waitFor();
    // The form is gone from under the other's hand: that it was refused is said all the same.
    await other.getByText('Nothing is sent of an order that is refunded.').waitFor();
    goOn(undefined);
    await other.getByText('All of its money went back, or is on its way back.').waitFor();
  });

  thoroughly('has what another admin notes of it in every window, and what the provider said of a card', async () => {
    const buyer = await newcomer(visits.origin, 'Dina Declined');
    const { id, price } = await order(buyer, hammer);
    await payInSandbox(buyer.api, id, price, '4000000000009995');
    const chief = await admin(visits.origin);
    const [one, other] = [await visits.openPage({ signedInAs: chief }), await visits.openPage({ signedInAs: chief })];
    await Promise.all([show(one, pageOf(id)), show(other, pageOf(id))]);
    const happened = other.getByRole('list', { name: 'What happened' });
    await happened.getByText(/^A card was refused for order .* \(card declined, insufficient funds\)$/).waitFor();
    await one.getByLabel('A note for admins').fill('Call before packing.');
    await one.getByRole('button', { name: 'Add the note' }).click();
    await happened.getByText(/noted of order .*: Call before packing\.$/).waitFor();
  });

  thoroughly(
    'has what is typed about it kept from being left unawares, asked about once and by the keyboard',
    async () => {
      const buyer = await newcomer(visits.origin, 'Lena Leaving');
      const id = await paidFor(buyer);
      const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
      await show(page, { path: '/dashboard', heading: 'Orders Info' });
      await page
        .getByRole('main')
        .getByRole('link', { name: orderNumber(id) })
        .click();
      const note = page.getByLabel('A note for admins');
      await note.fill('Rings twi');
      const question = page.getByRole('dialog', { name: 'Leave without saving?' });
      const refund = page.getByRole('dialog', { name: 'Refund this order' });
      await page.getByRole('main').getByRole('button', { name: 'Refund' }).click();
      const reason = refund.getByLabel('Reason');
      await reason.fill('Came br');
      for (const leave of [() => page.keyboard.press('Escape'), () => page.evaluate(() => history.back())]) {
        await leave();
        await question.waitFor();
        await page.keyboard.press('Escape');
        await question.waitFor({ state: 'hidden' });
        expect(await reason.inputValue()).toBe('Came br');
      }
      await page.mouse.click(5, 5);
      await question.getByRole('button', { name: 'Leave' }).click();
      await refund.waitFor({ state: 'hidden' });
      expect(await note.inputValue()).toBe('Rings twi');
      await page.evaluate(() => history.back());
      await question.getByRole('button', { name: 'Stay here' }).click();
      await question.waitFor({ state: 'hidden' });
      await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Products' }).click();
      await question.getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    },
  );

  thoroughly.each([
    { name: 'ליאורה בן־דוד הכהן', place: 0 },
    { name: 'عبد الرحمن الخوارزمي', place: 1 },
  ])('reads well of $name, at 200 % and in both schemes', async ({ name, place }) => {
    const buyer = await newcomer(visits.origin, name);
    const id = await paidFor(buyer);
    const page = await visits.openPage({ motion: 'reduce', signedInAs: await admin(visits.origin) });
    for (const screen of [pageOf(id), { path: `/dashboard?q=${orderNumber(id)}`, heading: 'Orders Info' }]) {
      await show(page, screen);
      for (const width of [1280, 640, 390]) {
        await page.setViewportSize({ width, height: width === 640 ? 400 : 844 });
        const named = page.locator('[dir=auto]', { hasText: name }).first();
        await named.waitFor();
        expect(await named.evaluate((node) => getComputedStyle(node).direction)).toBe('rtl');
        await eventually(() => flawsOf(page), `${screen.path} at ${width}`).toEqual([]);
      }
      for (const colorScheme of inTurn(['light', 'dark'] as const, place)) {
        await wearScheme(page, colorScheme);
        expect(await violationsOn(page), `${screen.path}, ${colorScheme}`).toEqual([]);
      }
    }
    await show(page, pageOf(id));
    // A sentence that begins with such a name is still read from its own side.
    const sentence = page.getByRole('list', { name: 'What happened' }).getByText(/ordered 1 × /);
    expect(await sentence.evaluate((node) => getComputedStyle(node).direction)).toBe('ltr');
  });
});

describeThoroughly('an order that one goes back to from another', () => {
  thoroughly('has nothing of what was typed about that', async () => {
    const [chief, buyer] = await Promise.all([admin(visits.origin), newcomer(visits.origin)]);
    const [first, second] = [await paidFor(buyer), await paidFor(buyer)];
    const page = await visits.openPage({ signedInAs: chief });
    await show(page, pageOf(first));
    await page.getByRole('link', { name: 'Orders Info' }).click();
    await page.getByRole('link', { name: `Order ${orderNumber(second)}` }).click();
    const note = page.getByLabel(/^A note for admins/);
    await note.fill('About the second');
    // Over the pages in between, as from the list behind the button that leads back.
    await page.evaluate(() => window.history.go(-2));
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await isShown(page, `Order ${orderNumber(first)}`);
    await note.waitFor();
    expect(await note.inputValue()).toBe('');
  });
});
