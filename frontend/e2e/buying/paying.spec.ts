import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inTurn } from '../../../backend/testing/as-often.ts';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import { newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { isShown } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';
import { cards, payWith } from './card.ts';
import { order, ordersOf, paidOrder } from './orders.ts';

const visits = browserFixture();
const refusedCard = /status of 402/;

async function openOrder() {
  const buyer = await newcomer(visits.origin);
  const { id } = await order(buyer, 'Claw Hammer 16 oz');
  const page = await visits.openPage({ signedInAs: buyer, expected: [refusedCard] });
  await page.goto(`/dashboard/payment/${id}`);
  await isShown(page, 'Payment');
  return { page, buyer };
}

const complaint = (page: Page) => page.getByRole('main').getByRole('alert');

/** Which of red and green a text is, in the light. */
async function leaningOf(page: Page, text: string): Promise<'red' | 'green'> {
  const colour = await page.getByText(text).evaluate((node) => getComputedStyle(node).color);
  const [red = 0, green = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  return red > green ? 'red' : 'green';
}

describe('paying by card', () => {
  const refused = [
    { card: cards.declined, message: 'Your card was declined.' },
    { card: cards.insufficientFunds, message: 'Your card has insufficient funds.' },
  ];
  it.each(inTurn(refused, 0))(
    'shows in red: $message Then another card pays, once its bank has what it asks for',
    async ({ card, message }) => {
      const { page, buyer } = await openOrder();
      await payWith(page, card);
      await eventually(() => complaint(page).textContent()).toBe(message);
      expect(await leaningOf(page, message)).toBe('red');
      expect((await ordersOf(buyer))[0]?.paid).toBe(false);
      const pay = page.getByRole('button', { name: /^Pay / });
      await eventually(() => pay.evaluate((node) => node === document.activeElement)).toBe(true);

      await payWith(page, cards.asksForAuthentication);
      const bank = page.getByRole('dialog', { name: 'Is this payment yours?' });
      await bank.getByRole('button', { name: 'Fail' }).click();
      await eventually(() => complaint(page).textContent()).toBe(
        'Your bank could not confirm that this payment is yours. Try again, or pay with another card.',
      );
      expect((await ordersOf(buyer))[0]?.paid).toBe(false);
      await page.getByRole('button', { name: /^Pay / }).click();
      await bank.getByRole('button', { name: 'Complete' }).click();
      await page.getByText('Congrats payment is completed', { exact: true }).waitFor();
      expect(await leaningOf(page, 'Congrats payment is completed')).toBe('green');
      await page.getByRole('region', { name: 'Order' }).getByText('Paid', { exact: true }).waitFor();
      await eventually(async () => (await ordersOf(buyer))[0]?.paid).toBe(true);
    },
  );

  thoroughly('says what is wrong with a card before anybody is asked', async () => {
    const { page } = await openOrder();
    await payWith(page, '4242424242424241');
    await eventually(() => complaint(page).textContent()).toBe('Your card number is invalid.');
    await page.getByLabel('Card number').fill('4242');
    await page.getByRole('button', { name: /^Pay / }).click();
    await eventually(() => complaint(page).textContent()).toBe('Your card number is incomplete.');
  });

  thoroughly('cannot be begun before the client secret is there', async () => {
    const buyer = await newcomer(visits.origin);
    const { id } = await order(buyer, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ signedInAs: buyer });
    const released = Promise.withResolvers<void>();
    await page.route('**/create-payment-intent', async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto(`/dashboard/payment/${id}`);
    const pay = page.getByRole('button', { name: /^Pay / });
    await pay.waitFor();
    expect(await pay.isDisabled()).toBe(true);
    released.resolve();
    await eventually(() => pay.isDisabled()).toBe(false);
  });

  const addresses: [said: string, addressOf: (id: string) => string][] = [
    ['alone', (id) => `/dashboard/payment/${id}`],
    ['with others', (id) => `/dashboard/pay?orders=${id}`],
  ];
  it.each(inTurn(addresses, 1))(
    'of an order %s is said of no other that one goes back to from it',
    async (_, addressOf) => {
      const buyer = await newcomer(visits.origin);
      const { id: unpaid } = await order(buyer, 'Claw Hammer 16 oz');
      const { id: paid } = await order(buyer, 'Utility Knife');
      const page = await visits.openPage({ signedInAs: buyer });
      await page.goto(addressOf(unpaid));
      await page.getByLabel('Card number').waitFor();
      await page.getByRole('link', { name: 'My Orders' }).click();
      await isShown(page, 'My Orders');
      // As a link would, within the page.
      await page.evaluate((address) => {
        window.history.pushState(null, '', address);
        window.dispatchEvent(new PopStateEvent('popstate'));
      }, addressOf(paid));
      await payWith(page, cards.pays);
      await page.getByText('Congrats payment is completed').waitFor();
      // Over the page in between, as from the list behind the button that leads back.
      await page.evaluate(() => window.history.go(-2));
      await page.getByRole('button', { name: 'Pay $18.00' }).waitFor();
      expect(await page.getByText('Congrats payment is completed').count()).toBe(0);
    },
  );

  thoroughly('is not offered for an order that is paid', async () => {
    const buyer = await newcomer(visits.origin);
    const id = await paidOrder(buyer, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ signedInAs: buyer });
    await page.goto(`/dashboard/payment/${id}`);
    await page.getByRole('heading', { name: 'This order is paid' }).waitFor();
    expect(await page.getByLabel('Card number').count()).toBe(0);
  });

  thoroughly('of an order that was deleted meanwhile leads to the words that it is gone', async () => {
    const buyer = await newcomer(visits.origin);
    const { id } = await order(buyer, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ signedInAs: buyer, expected: [/status of 40[04]/] });
    await page.goto(`/dashboard/payment/${id}`);
    // Before its intent is there, the page hears already then that the order is gone.
    await page.getByRole('button', { name: /^Pay /, disabled: false }).waitFor();
    await page.getByLabel('Card number').fill(cards.pays);
    await buyer.api.delete(`/booking/${id}`);
    const words = /^(This order was deleted|There is no such order)$/;
    const title = page.getByRole('alert').getByRole('heading', { name: words });
    await title.waitFor();
    await eventually(() => title.evaluate((node) => node === document.activeElement)).toBe(true);
  });
});
