import { describe, expect, it } from 'vitest';
import { addTool } from '../../../backend/testing/api-client.ts';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import { admin, newcomer } from '../account.ts';
import { logIn } from '../accounts/sign-in-form.ts';
import { browserFixture } from '../browser-fixture.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';
import { loseAnswer } from '../pages/lose-answer.ts';
import { cards, payWith } from './card.ts';
import { checkOut, fillAddress, hammer, inAccount, knife } from './cart-in-hand.ts';
import { ordersOf, toolNamed } from './orders.ts';

const visits = browserFixture();

describe('a cart, on a phone', () => {
  thoroughly(
    'has the button that removes a line beside its price, at the same edge, whatever that is, and at the checkout its own as far from the edge as the form',
    async () => {
      const chief = await admin(visits.origin);
      const toolId = await addTool(chief.api, { name: 'Dear Derrick', PerPrice: 123_456_789, MinimumOrder: 1 });
      const cheap = await toolNamed(chief, hammer);
      const buyer = await newcomer(visits.origin);
      await buyer.api.put('/cart', { lines: [toolId, cheap._id].map((id) => ({ toolId: id, quantity: 1 })) });
      const page = await visits.openPage({ width: 390, signedInAs: buyer });
      await show(page, { path: '/mycart', heading: 'Cart' });
      const removes = page.getByRole('main').getByRole('button', { name: /^Remove / });
      const prices = page
        .getByRole('main')
        .getByRole('listitem')
        .locator('p')
        .filter({ hasText: /^\$[\d,.]+$/ });
      const [ofDear, ofCheap] = [await removes.nth(0).boundingBox(), await removes.nth(1).boundingBox()];
      expect(ofDear?.x).toBe(ofCheap?.x);
      const price = await prices.first().boundingBox();
      expect(Math.abs((price?.y ?? 0) - (ofDear?.y ?? 0))).toBeLessThan(10);

      await show(page, { path: '/checkout', heading: 'Check out' });
      const places = [page.getByLabel('Location'), page.getByRole('link', { name: 'Change the cart' })];
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        const [field, button] = await Promise.all(places.map((place) => place.boundingBox()));
        expect([button?.x, button?.width]).toEqual([field?.x, field?.width]);
      }
    },
  );

  it('that was filled by nobody goes along at the login, is ordered at once and paid at once', async () => {
    const buyer = await newcomer(visits.origin);
    const other = await toolNamed(buyer, knife);
    await buyer.api.put('/cart', { lines: [{ toolId: other._id, quantity: other.MinimumOrder }] });
    const page = await visits.openPage({ width: 390 });
    await show(page, { path: '/', heading: 'Tools that earn their keep' });
    await page.getByRole('button', { name: new RegExp(`to cart: ${hammer}$`) }).click();
    await page.getByRole('link', { name: 'Cart, 1' }).click();
    await isShown(page, 'Cart');
    await page.getByRole('link', { name: 'Log in to check out' }).click();
    await logIn(page, buyer.user.email, buyer.password);
    await isShown(page, 'Check out');
    for (const name of [knife, hammer]) {
      await page.getByRole('region', { name: 'What you order' }).getByText(name).waitFor();
    }
    await fillAddress(page);
    await page.getByRole('button', { name: /^Order for / }).click();
    await isShown(page, 'Payment');
    // The cart has nothing in it any more; what can still be paid is in the orders.
    await page.goBack();
    await isShown(page, 'My Orders');
    await page.goForward();
    await isShown(page, 'Payment');
    // The shop knows of the money, and tells of one order after the other, before the page has its answer.
    const told = Promise.withResolvers<void>();
    const confirm = '**/payment_intents/*/confirm';
    await page.route(confirm, async (route) => {
      const response = await route.fetch();
      await told.promise;
      await route.fulfill({ response });
    });
    const answered = page.waitForResponse(confirm);
    const slip = page.getByRole('region', { name: 'Orders' });
    const total = (word: string) => slip.locator('div', { has: page.getByText(word, { exact: true }) });
    const sum = await total('To pay').getByRole('definition').textContent();
    await payWith(page, cards.pays);
    await eventually(async () => (await ordersOf(buyer)).map(({ paid }) => paid)).toEqual([true, true]);
    await page.getByText('· Paid').nth(1).waitFor();
    await total('Paid')
      .getByText(sum ?? '', { exact: true })
      .waitFor();
    told.resolve();
    await answered;
    await page.getByText('Congrats payment is completed').waitFor();
    await page.getByRole('link', { name: 'Look at my orders' }).click();
    await isShown(page, 'My Orders');
    await eventually(async () => (await ordersOf(buyer)).map(({ paid }) => paid)).toEqual([true, true]);
    await eventually(() => inAccount(buyer)).toEqual([]);
    await page.getByRole('link', { name: 'Cart', exact: true }).waitFor();
  });

  thoroughly('is not ordered twice when the answer is lost', async () => {
    const buyer = await newcomer(visits.origin);
    const { _id: toolId, MinimumOrder: quantity } = await toolNamed(buyer, hammer);
    await buyer.api.put('/cart', { lines: [{ toolId, quantity }] });
    const page = await visits.openPage({ width: 390, signedInAs: buyer, expected: [/ERR_|Failed to load/] });
    await show(page, { path: '/mycart', heading: 'Cart' });
    await page.route(
      '**/checkout',
      (route) => (route.request().method() === 'POST' ? loseAnswer(route) : route.continue()),
      {
        times: 2,
      },
    );
    await checkOut(page);
    await page.getByRole('button', { name: 'Send it again' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Send it again' }).click();
    await isShown(page, 'Payment');
    // That it is placed is said at the lower end of a phone, and covers neither the menu nor the heading.
    const messages = page.locator('.mantine-Notifications-root[data-position=top-right]');
    await eventually(async () => (await messages.boundingBox())?.y).toBeGreaterThan(500);
    expect(await ordersOf(buyer)).toHaveLength(1);
  });

  thoroughly('loses no press that leaves a number it refuses', async () => {
    const buyer = await newcomer(visits.origin);
    const tools = await Promise.all([toolNamed(buyer, hammer), toolNamed(buyer, knife)]);
    const lines = tools.map(({ _id, MinimumOrder }) => ({ toolId: _id, quantity: MinimumOrder }));
    await buyer.api.put('/cart', { lines });
    const page = await visits.openPage({ width: 390, signedInAs: buyer });
    await show(page, { path: '/mycart', heading: 'Cart' });
    for (const pressed of [hammer, knife]) {
      await page.getByRole('textbox', { name: `Pieces of ${hammer}` }).fill('1000000');
      const button = page.getByRole('button', { name: `Remove ${pressed}` });
      // As a hand does it: the field is left as the button goes down, and the page is drawn anew before it comes up.
      await button.hover();
      await page.mouse.down();
      await page.getByText(/^Only \d+ left$/).waitFor();
      await page.mouse.up();
      await page.getByText(`${pressed} was removed.`).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await button.waitFor();
    }
  });
});
