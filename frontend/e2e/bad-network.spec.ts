import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inTurn } from '../../backend/testing/as-often.ts';
import { describeThoroughly, thoroughly } from '../../backend/testing/thoroughly.ts';
import { newcomer, shopper } from './account.ts';
import { logIn } from './accounts/sign-in-form.ts';
import { browserFixture } from './browser-fixture.ts';
import { cards, payWith } from './buying/card.ts';
import { order, ordersOf, toolNamed } from './buying/orders.ts';
import { isShown } from './looks/screens-of-the-shop.ts';
import { cutSockets, noSockets } from './pages/cut-sockets.ts';
import { eventually } from './pages/eventually.ts';
import { loseAnswer } from './pages/lose-answer.ts';

const visits = browserFixture();
// Also of what a page fetches when somebody comes near it: Vite says it of the styles.
const lost = [/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/, /Unable to preload CSS/];
const home = 'Tools that earn their keep';
const toolsCall = /\/tool\?/;

const cardsOnShelf = (page: Page) => page.getByRole('region', { name: 'Tools' }).getByRole('article').count();

/** Keeps a call waiting until it is let go. */
async function holdBack(page: Page, call: string | RegExp): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

describeThoroughly('a slow network', () => {
  it('shows where the tools and reviews will be, and then those', async () => {
    const page = await visits.openPage();
    const letGo = [await holdBack(page, toolsCall), await holdBack(page, /\/reviews\?/)];
    await page.goto('/');
    await page.getByRole('status', { name: 'Loading the tools' }).waitFor();
    await page.getByRole('status', { name: 'Loading the reviews' }).waitFor();
    for (const go of letGo) go();
    await eventually(() => cardsOnShelf(page)).toBe(12);
    await page.getByRole('status', { name: 'Loading the tools' }).waitFor({ state: 'detached' });
  });

  it('keeps a button from being pressed twice', async () => {
    const buyer = await newcomer(visits.origin);
    const { _id } = await toolNamed(buyer, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ signedInAs: buyer });
    const letGo = await holdBack(page, /\/booking$/);
    await page.goto(`/tools/${_id}`);
    await page.getByRole('textbox', { name: 'Location' }).fill('4 Slow Street');
    await page.getByRole('textbox', { name: 'Phone' }).fill('+880 1');
    const place = page.getByRole('button', { name: 'Place the order' });
    await place.click();
    await eventually(() => place.isDisabled()).toBe(true);
    letGo();
    await page.waitForURL('**/dashboard/payment/*');
    expect(await ordersOf(buyer)).toHaveLength(1);
  });
});

describe('a failing network', () => {
  thoroughly('leaves the rest of the page, and a way to try again', async () => {
    const page = await visits.openPage({ expected: lost });
    await page.route(toolsCall, (route) => route.abort());
    await page.goto('/');
    await page.getByRole('alert').getByRole('heading', { name: 'The tools could not be fetched' }).waitFor();
    await page.getByRole('region', { name: "User's Review" }).getByRole('figure').first().waitFor();
    await page.unroute(toolsCall);
    await page.getByRole('button', { name: 'Try again' }).click();
    await eventually(() => cardsOnShelf(page)).toBe(12);
  });

  thoroughly('is asked again by itself when the shop is away for a moment', async () => {
    const page = await visits.openPage({ expected: [/status of 503/] });
    await page.route(toolsCall, (route) => route.fulfill({ status: 503, json: {} }), { times: 2 });
    await page.goto('/');
    await eventually(() => cardsOnShelf(page)).toBe(12);
    expect(await page.getByRole('alert').filter({ hasText: 'could not be fetched' }).count()).toBe(0);
  });

  thoroughly('says that the connection is lost, and that it is back', async () => {
    const page = await visits.openPage({ expected: lost });
    await page.goto('/blogs');
    await isShown(page, 'Blogs');
    await page.context().setOffline(true);
    await page.getByRole('status').getByText('Connection lost.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('status').getByText('Back online.').waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
    await eventually(() => cardsOnShelf(page)).toBe(12);
  });

  thoroughly('is got over without a press once the shop answers again', async () => {
    const page = await visits.openPage({ expected: lost });
    await page.clock.install();
    const calls = /\/(tool\?|health\/live)/;
    await page.route(calls, (route) => route.abort());
    await page.goto('/');
    await page.getByRole('heading', { name: 'The tools could not be fetched' }).waitFor();
    await page.getByRole('status').getByText('Connection lost.').waitFor();
    await page.unroute(calls);
    await page.clock.fastForward(6_000);
    await eventually(() => cardsOnShelf(page)).toBe(12);
    await page.getByRole('status').getByText('Connection lost.').waitFor({ state: 'detached' });
  });

  thoroughly('says so under the login, and keeps what was typed', async () => {
    const buyer = await shopper(visits.origin);
    const page = await visits.openPage({ expected: lost });
    await page.route('**/identity/sign-in', (route) => route.abort(), { times: 1 });
    await page.goto('/login');
    await logIn(page, buyer.user.email, buyer.password);
    await page
      .getByRole('main')
      .getByRole('alert')
      .getByText(/(cannot|could not) be reached/)
      .waitFor();
    await page.getByRole('button', { name: 'Login' }).click();
    await isShown(page, home);
  });

  it.each(inTurn([1280, 390] as const, 1))(
    'covers neither the error nor what is in use, %i pixels wide',
    async (width) => {
      const buyer = await newcomer(visits.origin);
      const { _id } = await toolNamed(buyer, 'Claw Hammer 16 oz');
      const page = await visits.openPage({ width, signedInAs: buyer, expected: lost });
      await page.goto(`/tools/${_id}`);
      const phone = page.getByRole('textbox', { name: 'Phone' });
      await page.getByRole('textbox', { name: 'Location' }).fill('6 Lost Lane');
      await phone.fill('+880 1');
      const notice = page.getByRole('banner').getByText('Connection lost.');
      const overlaps = async (target: Locator) => {
        const [bar, box] = await Promise.all([notice.boundingBox(), target.boundingBox()]);
        return bar && box && box.y < bar.y + bar.height && box.y + box.height > bar.y;
      };

      // As far down as it goes: the field ends right under the bar.
      await phone.evaluate((node) => window.scrollBy(0, node.getBoundingClientRect().top - 80));
      await page.context().setOffline(true);
      await notice.waitFor();
      await eventually(() => overlaps(phone)).toBe(false);

      const place = page.getByRole('button', { name: 'Place the order' });
      await place.click();
      // The reviews below, where somebody has come near them, say the same of themselves.
      const form = page.locator('form').filter({ has: place });
      const error = form.getByRole('alert').getByText(/(cannot|could not) be reached/);
      await error.waitFor();
      for (const target of [error, place]) await eventually(() => overlaps(target)).toBe(false);
    },
  );

  thoroughly('never makes two orders of one: the answer is lost, and the button pressed again', async () => {
    const buyer = await newcomer(visits.origin);
    const { _id } = await toolNamed(buyer, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ signedInAs: buyer, expected: lost });
    await page.route(/\/booking$/, loseAnswer, { times: 1 });
    await page.goto(`/tools/${_id}`);
    await page.getByRole('textbox', { name: 'Location' }).fill('5 Lost Lane');
    await page.getByRole('textbox', { name: 'Phone' }).fill('+880 1');
    await page.getByRole('button', { name: 'Place the order' }).click();
    await eventually(() => page.getByRole('main').getByRole('alert').allTextContents()).toContainEqual(
      expect.stringMatching(/(cannot|could not) be reached/),
    );
    expect(await ordersOf(buyer)).toHaveLength(1);
    await page.getByRole('button', { name: 'Place the order' }).click();
    await page.waitForURL('**/dashboard/payment/*');
    expect(await ordersOf(buyer)).toHaveLength(1);
  });

  it('never makes two orders of one, also when the page is reloaded and the price is another', async () => {
    const buyer = await newcomer(visits.origin);
    const tool = await toolNamed(buyer, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ signedInAs: buyer, expected: lost });
    await page.route(/\/booking$/, loseAnswer, { times: 1 });
    // Asks for more than the page, so that the tool does not come with it: its price is to be what is answered below.
    await page.goto(`/tools/${tool._id}?quantity=${tool.MinimumOrder}`);
    await page.getByRole('textbox', { name: 'Location' }).fill('6 Lost Lane');
    await page.getByRole('textbox', { name: 'Phone' }).fill('+880 1');
    await page.getByRole('button', { name: 'Place the order' }).click();
    await page.getByText('An order that you sent got no answer.').waitFor();

    const dearer = { ...(await toolNamed(buyer, tool.name)), PerPrice: tool.PerPrice + 1 };
    await page.route(`**/tool/${tool._id}`, (route) => route.fulfill({ json: dearer }));
    await page.reload();
    await eventually(() => page.getByRole('textbox', { name: 'Location' }).inputValue()).toBe('6 Lost Lane');
    await page.getByRole('button', { name: 'Place the order' }).click();
    await page.waitForURL('**/dashboard/payment/*');
    expect(await ordersOf(buyer)).toHaveLength(1);
  });

  thoroughly('lets a payment be tried again', async () => {
    const buyer = await newcomer(visits.origin);
    const { id } = await order(buyer, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ signedInAs: buyer, expected: lost });
    await page.route('**/confirm', (route) => route.abort(), { times: 1 });
    await page.goto(`/dashboard/payment/${id}`);
    await payWith(page, cards.pays);
    await eventually(() => page.getByRole('main').getByRole('alert').textContent()).toMatch(/^Nothing was taken\./);
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.getByText('Congrats payment is completed').waitFor();
  });

  it('shows a payment as completed whose answer was lost', async () => {
    const buyer = await newcomer(visits.origin);
    const { id } = await order(buyer, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ signedInAs: buyer, expected: [...lost, ...noSockets] });
    // A notice would say that it is paid before the page has to look.
    await cutSockets(page);
    const calls = /\/(payment_intents|booking)\//;
    await page.goto(`/dashboard/payment/${id}`);
    await page.getByLabel('Card number').waitFor();
    await page.route(calls, (route) => route.abort());
    await page.route('**/confirm', loseAnswer, { times: 1 });
    await payWith(page, cards.pays);
    await page.getByText('We do not know yet whether the payment went through. Looking…').waitFor();
    await page.unroute(calls);
    await page.getByText('Congrats payment is completed').waitFor();
    // What the provider says of the payment is there before it is folded into the order.
    await eventually(() => ordersOf(buyer)).toMatchObject([{ status: 'paid' }]);
  });

  it('keeps a card that is being typed', async () => {
    const buyer = await newcomer(visits.origin);
    const { id } = await order(buyer, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ signedInAs: buyer, expected: lost });
    await page.clock.install();
    await page.goto(`/dashboard/payment/${id}`);
    const number = page.getByRole('textbox', { name: 'Card number' });
    await number.fill('4242');
    await page.clock.fastForward(20_000);
    const asked = page.waitForRequest(`**/booking/${id}`);
    await page.route(/\/(booking|config|create-payment-intent|health)/, (route) => route.abort());
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await asked;
    await page.getByRole('status').getByText('Connection lost.').waitFor();
    expect(await number.inputValue()).toBe('4242');
  });

  thoroughly('says what failed apart from the button that was pressed for it', async () => {
    const page = await visits.openPage({ width: 390, signedInAs: await newcomer(visits.origin), expected: lost });
    await page.route('**/me/export', (route) => route.abort());
    await page.goto('/dashboard/myprofile');
    const panel = page.getByRole('region', { name: 'Your data' });
    await panel.getByRole('button', { name: 'Download your data' }).click();
    const said = panel.getByRole('alert').filter({ hasText: 'reached' });
    await said.waitFor();
    const words = await said.boundingBox();
    const lowest = await panel.getByRole('button', { name: 'Delete your account' }).boundingBox();
    expect((words?.y ?? 0) - ((lowest?.y ?? 0) + (lowest?.height ?? 0))).toBeGreaterThanOrEqual(12);
  });
});
