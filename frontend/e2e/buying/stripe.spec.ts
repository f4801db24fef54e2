import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTurn } from '../../../backend/testing/as-often.ts';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import { newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';
import { openStripeDouble, type StripeDouble, stripeSettings } from '../stripe-double/stripe-double.ts';
import { cards } from './card.ts';
import { order, ordersOf } from './orders.ts';

let stripe: StripeDouble;
const visits = browserFixture({ stripeApi: () => stripe.api }, stripeSettings);
beforeAll(async () => {
  stripe = await openStripeDouble(() => visits.origin);
});
afterAll(() => stripe?.close());

const toStripe = /^left the origin: https:\/\/((js|hooks|api)\.stripe|checkout\.link)\.com\//;
const congratulations = (page: Page) => page.getByText('Congrats payment is completed', { exact: true });
const fields = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]');
const pay = (page: Page) => page.getByRole('button', { name: /^Pay / });

async function openOrder(expected: readonly RegExp[] = []) {
  const buyer = await newcomer(visits.origin);
  const { id } = await order(buyer, 'Claw Hammer 16 oz');
  const page = await visits.openPage({ signedInAs: buyer, expected: [toStripe, ...expected] });
  await stripe.install(page);
  return { page, buyer, address: `/dashboard/payment/${id}` };
}

async function payWith(page: Page, number: string) {
  await fields(page).getByLabel('Card number').fill(number);
  await pay(page).click();
}

/** What Stripe.js was called with, by the call's name; the last one where there are several. */
async function calledWith(page: Page): Promise<Record<string, unknown>> {
  const calls: { name: string }[] = await page.evaluate('window.stripeCalls');
  return Object.fromEntries(calls.map((call) => [call.name, call]));
}

describe('paying through Stripe', () => {
  it('is done by Stripe’s own element, with Stripe.js of Stripe’s own host, fetched for nothing else', async () => {
    const { page, buyer, address } = await openOrder();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await show(page, { path: '/', heading: 'Tools that earn their keep' });
    await show(page, { path: '/dashboard/myorders', heading: 'My Orders' });
    expect(asked.filter((url) => url.includes('stripe.com'))).toEqual([]);

    await show(page, { path: address, heading: 'Payment' });
    await payWith(page, cards.pays);
    await congratulations(page).waitFor();
    await eventually(async () => (await ordersOf(buyer))[0]?.status).toBe('paid');
    expect(asked.filter((url) => url.includes('/sandbox/'))).toEqual([]);
    expect(asked.filter((url) => url.endsWith('/stripe.js'))).toEqual([
      expect.stringMatching(/^https:\/\/js\.stripe\.com\/\w+\/stripe\.js$/),
    ]);
    expect(await calledWith(page)).toMatchObject({
      Stripe: { key: stripeSettings.STRIPE_PUBLISHABLE_KEY },
      elements: {
        options: {
          clientSecret: expect.stringMatching(/^pi_\w+_secret_/),
          locale: 'en',
          appearance: { theme: 'stripe', variables: { colorText: '#0b2027' } },
        },
      },
      create: { type: 'payment' },
      confirmPayment: { redirect: 'if_required', confirmParams: { return_url: `${visits.origin}${address}` } },
    });
  });

  thoroughly('shows Stripe’s words when a card is declined, and goes through its own 3-D Secure', async () => {
    const { page, buyer, address } = await openOrder([/status of 402/]);
    await page.goto(address);
    await payWith(page, cards.declined);
    await page.getByRole('main').getByRole('alert').getByText('Your card was declined.').waitFor();
    await payWith(page, cards.asksForAuthentication);
    const challenge = page.frameLocator('iframe[title="3-D Secure"]');
    await challenge.getByRole('button', { name: 'Fail' }).click();
    await page.getByText(/^Your bank could not confirm that this payment is yours\./).waitFor();
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'unpaid' }]);
    await pay(page).click();
    await challenge.getByRole('button', { name: 'Complete' }).click();
    await congratulations(page).waitFor();
    await eventually(async () => (await ordersOf(buyer))[0]?.status).toBe('paid');
  });

  const answers = [
    ['paid', cards.pays, 'Congrats payment is completed'],
    ['not paid', cards.declined, 'Nothing was taken. Try again, or pay with another card.'],
  ] as const;
  it.each(inTurn(answers, 0))(
    'tells who comes back from a bank’s own page what came of it: %s',
    async (_, card, words) => {
      const { page, address } = await openOrder([/status of 402/]);
      await page.goto(address);
      await fields(page).getByLabel('Pay at my bank').check();
      await payWith(page, card);
      await page.getByText(words, { exact: true }).waitFor();
      // Neither the client secret nor the bank's answer is left in the address.
      await eventually(() => page.url()).toBe(`${visits.origin}${address}`);
    },
  );

  thoroughly('is told in the dark, too, how the shop looks', async () => {
    const { page, address } = await openOrder();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(address);
    await fields(page).getByLabel('Card number').waitFor();
    const night = { theme: 'night', variables: { colorText: '#f4e9d8', colorBackground: '#12343b' } };
    expect(await calledWith(page)).toMatchObject({ elements: { options: { appearance: night } } });
  });

  thoroughly('can be tried again when Stripe.js, or its fields, cannot be loaded', async () => {
    const { page, address } = await openOrder([/ERR_FAILED/]);
    await page.addInitScript("window.stripeCannotShow = 'The payment form is away.'");
    const script = '**/stripe.js';
    await page.route(script, (route) => route.abort());
    await page.goto(address);
    await isShown(page, 'Payment');
    const failed = page.getByRole('main').getByRole('alert');
    await failed.getByText(/^The card form of the payment provider could not be loaded\./).waitFor();
    await page.unroute(script);
    await failed.getByRole('button', { name: 'Try again' }).click();
    await failed.getByText('The payment form is away.').waitFor();
    await page.evaluate('window.stripeCannotShow = undefined');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await payWith(page, cards.pays);
    await congratulations(page).waitFor();
  });
});
