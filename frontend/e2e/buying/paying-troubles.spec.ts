import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addTool } from '../../../backend/testing/api-client.ts';
import { inTurn } from '../../../backend/testing/as-often.ts';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import { admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { eventually } from '../pages/eventually.ts';
import { loseAnswer } from '../pages/lose-answer.ts';
import { cards, payWith } from './card.ts';
import { order, ordersOf, toolNamed } from './orders.ts';

let aheadMs = 0;
const visits = browserFixture(
  { now: () => new Date(Date.now() + aheadMs) },
  { TIMERS_EVERY: '200ms', LARGE_ORDER_TTL: '10m' },
);

const hour = 3_600_000;
/** How long a large order is kept: less than a token is good for, since a session would be over otherwise when the shop's clock leaps. */
const aWhile = 10 * 60_000;
const lost = [/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/];
const confirm = '**/payment_intents/*/confirm';
const bank = (page: Page) => page.getByRole('dialog', { name: 'Is this payment yours?' });
const congratulations = (page: Page) => page.getByText('Congrats payment is completed', { exact: true });
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay /, disabled: false });
const complaint = (page: Page) => page.getByRole('main').getByRole('alert');

/** Somebody with an order, at its payment. */
async function openOrder(expected: readonly RegExp[] = [], come?: (page: Page) => Promise<void>) {
  const buyer = await newcomer(visits.origin);
  const { id } = await order(buyer, 'Claw Hammer 16 oz');
  const page = await visits.openPage({ signedInAs: buyer, expected });
  const path = `/dashboard/payment/${id}`;
  await (come?.(page) ?? page.goto(path));
  await payButton(page).waitFor();
  const isPaid = () => eventually(async () => (await ordersOf(buyer))[0]?.status).toBe('paid');
  return { page, buyer, path, isPaid };
}

/** So that there is a page to go back to. */
async function fromMyOrders(page: Page): Promise<void> {
  await page.goto('/dashboard/myorders');
  await page.getByRole('link', { name: /^Pay for/ }).click();
}

describe('a payment that is interrupted', () => {
  it('while it is being confirmed, by a reload, is found when the page is back', async () => {
    const { page, isPaid } = await openOrder(lost);
    const taken = Promise.withResolvers<void>();
    await page.route(confirm, async (route) => {
      await route.fetch();
      taken.resolve();
    });
    await payWith(page, cards.pays);
    await taken.promise;
    await page.reload();
    await page.getByText(/^(Congrats payment is completed|This order is paid)$/).waitFor();
    await isPaid();
  });

  thoroughly(
    'by leaving the bank’s question open, can be made anew: reloaded, gone back, or the tab closed',
    async () => {
      const { page, path, buyer, isPaid } = await openOrder([], fromMyOrders);
      const ask = async (tab: Page) => {
        await payWith(tab, cards.asksForAuthentication);
        await bank(tab).waitFor();
      };
      await ask(page);
      await page.reload();
      await payButton(page).waitFor();
      expect(await bank(page).count()).toBe(0);

      await ask(page);
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'My Orders' }).waitFor();
      await bank(page).waitFor({ state: 'detached' });
      await page.goForward();
      await payButton(page).waitFor();

      await ask(page);
      const another = await visits.openTab(page);
      await page.close();
      await another.goto(path);
      expect(await ordersOf(buyer)).toMatchObject([{ status: 'unpaid' }]);
      await ask(another);
      await bank(another).getByRole('button', { name: 'Complete' }).click();
      await congratulations(another).waitFor();
      await isPaid();
    },
  );

  thoroughly('by closing the bank’s question with Escape, took nothing, and another card pays', async () => {
    const { page, buyer, isPaid } = await openOrder();
    await payWith(page, cards.asksForAuthentication);
    await bank(page).waitFor();
    await page.keyboard.press('Escape');
    await eventually(() => complaint(page).textContent()).toMatch(/^Your bank could not confirm/);
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'unpaid' }]);
    await payWith(page, cards.pays);
    await congratulations(page).waitFor();
    await isPaid();
  });

  it('by a network that is lost, also while the bank asks, leaves the keyboard at what is known, and is made once it is back', async () => {
    const { page, isPaid } = await openOrder(lost);
    await page.getByLabel('Card number').fill(cards.pays);
    await page.getByLabel('Expiry (month / year)').fill('1240');
    await page.getByLabel('CVC').fill('123');
    await payButton(page).focus();
    await page.context().setOffline(true);
    await page.keyboard.press('Enter');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await eventually(focused).toBe('We do not know yet whether the payment went through. Looking…');
    await page.context().setOffline(false);
    await eventually(focused).toMatch(/^Nothing was taken\./);
    await page.keyboard.press('Tab');
    await eventually(focused).toMatch(/^Pay /);

    await payWith(page, cards.asksForAuthentication);
    await bank(page).waitFor();
    await page.context().setOffline(true);
    await bank(page).getByRole('button', { name: 'Complete' }).click();
    await page.getByText('We do not know yet whether the payment went through. Looking…').waitFor();
    await page.context().setOffline(false);
    await eventually(() => complaint(page).textContent()).toMatch(/^Nothing was taken\./);
    await payWith(page, cards.pays);
    await congratulations(page).waitFor();
    await isPaid();
  });

  thoroughly('after the answer, by a reload, going back or a lost network, stays what it is', async () => {
    const { page, isPaid } = await openOrder(lost, fromMyOrders);
    // Nothing of what comes after the confirmation is heard of.
    const cut = Promise.withResolvers<void>();
    await page.route(confirm, async (route) => {
      await route.fulfill({ response: await route.fetch() });
      await page.context().setOffline(true);
      cut.resolve();
    });
    await payWith(page, cards.pays);
    await congratulations(page).waitFor();
    await cut.promise;
    await page.context().setOffline(false);
    await page.getByRole('region', { name: 'Order' }).getByText('Paid', { exact: true }).waitFor();
    await isPaid();
    await page.reload();
    await page.getByRole('heading', { name: 'This order is paid' }).waitFor();
    await page.goBack();
    await page.getByRole('main').getByText('Paid', { exact: true }).waitFor();
  });
});

describe('a payment that is begun twice', () => {
  it('by two presses at once is confirmed once', async () => {
    const { page, isPaid } = await openOrder();
    let confirmed = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/confirm')) confirmed += 1;
    });
    await page.getByLabel('Card number').fill(cards.pays);
    await page.getByLabel('Expiry (month / year)').fill('1240');
    await page.getByLabel('CVC').fill('123');
    await payButton(page).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await congratulations(page).waitFor();
    await isPaid();
    expect(confirmed).toBe(1);
  });

  it('in two tabs at the same moment is made once, and both say so', async () => {
    const { page, path, isPaid } = await openOrder([/status of 400/]);
    const two = await visits.openTab(page);
    await two.goto(path);
    await payButton(two).waitFor();
    // Neither hears of the other before both have pressed.
    const released = Promise.withResolvers<void>();
    let pressed = 0;
    await page.context().route(confirm, async (route) => {
      pressed += 1;
      if (pressed === 2) released.resolve();
      await released.promise;
      await route.continue();
    });
    await Promise.all([payWith(page, cards.pays), payWith(two, cards.pays)]);
    for (const tab of [page, two]) await congratulations(tab).waitFor();
    await isPaid();
  });
});

describe('a provider in trouble', () => {
  const answers = [
    ['is asked too much', 1, { status: 429, json: { error: { type: 'invalid_request_error', code: 'rate_limit' } } }],
    ['fails itself', 2, { status: 500, json: { error: { type: 'api_error', message: 'Something broke.' } } }],
    ['answers with a page', 2, { status: 200, contentType: 'text/html', body: '<h1>Hello</h1>' }],
    ['answers with nothing that was asked for', 2, { status: 200, json: {} }],
  ] as const;
  it.each(inTurn(answers, 1))('that %s loses nothing, and the next try pays', async (_, times, answer) => {
    const { page, buyer, isPaid } = await openOrder([/status of (429|500)/]);
    // The confirmation, and the first look at what became of it, where the answer does not say so by itself.
    await page.route('**/payment_intents/**', (route) => route.fulfill(answer), { times });
    await payWith(page, cards.pays);
    await eventually(() => complaint(page).textContent()).toBe(
      'Nothing was taken. Try again, or pay with another card.',
    );
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'unpaid' }]);
    await payButton(page).click();
    await congratulations(page).waitFor();
    await isPaid();
  });

  thoroughly('that makes no intent is told of, and can be asked again', async () => {
    const { page, path, isPaid } = await openOrder([/status of 503/, ...lost]);
    await page.route('**/create-payment-intent', (route) =>
      route.fulfill({ status: 503, json: { title: 'Service Unavailable', detail: 'Please try again in a moment.' } }),
    );
    await page.goto(path);
    await page.getByRole('heading', { name: 'This order cannot be paid now' }).waitFor();
    await complaint(page).getByText('Please try again in a moment.').waitFor();
    await page.unroute('**/create-payment-intent');
    // What was made is not made again when its answer is lost.
    await page.route('**/create-payment-intent', loseAnswer, { times: 1 });
    await page.getByRole('button', { name: 'Try again' }).click();
    await payWith(page, cards.pays);
    await congratulations(page).waitFor();
    await isPaid();
  });
});

describe('the time to pay', () => {
  it('is told by the minute, by the second at its end, and that it is over', async () => {
    // The shop's clock never goes back: it stays where another test has put it, and the page's is the same.
    const before = aheadMs;
    const buyer = await newcomer(visits.origin);
    const { id } = await order(buyer, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ signedInAs: buyer, expected: [/status of 40[14]/] });
    await page.clock.install({ time: new Date(Date.now() + before) });
    await page.goto(`/dashboard/payment/${id}`);
    const timer = page.getByRole('timer');
    await eventually(() => timer.textContent()).toMatch(/^Pay within (24 hours|23 hours 59 minutes)$/);
    // The page renews its token then, in two calls: a day that passed at the shop between them would end the session.
    const renewed = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
    await page.clock.fastForward(24 * hour - 4 * 60_000);
    await renewed;
    await eventually(() => timer.textContent()).toMatch(/^Pay within 3 minutes \d+ seconds?$/);
    await page.getByRole('status').getByText('Less than 5 minutes left to pay.').waitFor();
    // The page's time is over first: an order that is not there any more before that may have been deleted, for all it knows.
    await page.clock.fastForward(4 * 60_000);
    await eventually(() => timer.textContent()).toMatch(/^The time to pay is over\. Looking/);
    aheadMs = before + 24 * hour + 60_000;
    const title = page.getByRole('heading', { name: 'This order has lapsed' });
    await eventually(() => page.getByRole('main').textContent()).toContain('This order has lapsed');
    await eventually(() => title.evaluate((node) => node === document.activeElement)).toBe(true);
  });

  thoroughly('of several orders is that of the first, after which the rest is paid, live and at a reload', async () => {
    const before = aheadMs;
    const buyer = await newcomer(visits.origin);
    const seller = await admin(visits.origin);
    // More than half of what is on the shelf is held for ten minutes alone.
    const large = await addTool(seller.api, { name: 'Rare Anvil', Available: 3, PerPrice: 50 });
    const small = await toolNamed(buyer, 'Claw Hammer 16 oz');
    const smallPrice = Math.round(small.PerPrice * small.MinimumOrder * 100) / 100;
    const { body } = await buyer.api.post<{ insertedIds: string[] }>('/checkout', {
      lines: [
        { toolId: large, quantity: 2, price: 100 },
        { toolId: small._id, quantity: small.MinimumOrder, price: smallPrice },
      ],
      location: 'Here',
      phone: '123',
    });
    const path = `/dashboard/pay?orders=${body.insertedIds.join(',')}`;
    const page = await visits.openPage({ signedInAs: buyer, expected: [/status of 40[0149]/] });
    await page.clock.install({ time: new Date(Date.now() + before) });
    await page.goto(path);
    const timer = page.getByRole('timer');
    await eventually(() => timer.textContent()).toMatch(/^Pay within (10|9) minutes$/);
    await payButton(page).waitFor();
    await page.getByLabel('Card number').fill(cards.pays);
    await page.clock.fastForward(aWhile);
    await eventually(() => timer.textContent()).toMatch(/^The time to pay is over\. Looking/);
    aheadMs = before + aWhile + 60_000;
    await page.getByText(/^Your order of Rare Anvil (has lapsed|is no longer there)/).waitFor();
    await eventually(() => timer.textContent()).toMatch(/^Pay within 2\d hours/);
    await page.getByRole('button', { name: `Pay $${smallPrice.toFixed(2)}`, disabled: false }).waitFor();
    expect(await page.getByLabel('Card number').inputValue()).toBe('');
    await page.reload();
    await page.getByText('One order is no longer there').waitFor();
    await payWith(page, cards.pays);
    await congratulations(page).waitFor();
    await page.getByRole('region', { name: 'Orders' }).getByText('· Paid').waitFor();
  });
});
