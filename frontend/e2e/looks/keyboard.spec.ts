import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { describeThoroughly, thoroughly } from '../../../backend/testing/thoroughly.ts';
import { newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { cards } from '../buying/card.ts';
import { ordersOf } from '../buying/orders.ts';
import { eventually } from '../pages/eventually.ts';
import { isShown } from './screens-of-the-shop.ts';

const visits = browserFixture();
const mostTabs = 60;

const hasFocus = (target: Locator) => target.evaluate((node) => node === document.activeElement);

/** Presses Tab until the target has the focus, and checks that one can see that it has. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; !(await hasFocus(target)); pressed += 1) {
    if (pressed === mostTabs) throw new Error(`${target} cannot be reached with Tab.`);
    await page.keyboard.press('Tab');
  }
  await eventually(() => target.evaluate(isMarked)).toBe(true);
}

/** Whether it has an outline, or the card has that it stretches over. */
function isMarked(node: Element): boolean {
  const outlined = [node, node.closest('article')].filter((place) => place !== null);
  return outlined
    .map((place) => getComputedStyle(place))
    .some((s) => s.outlineStyle !== 'none' && s.outlineWidth !== '0px');
}

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

describe('with the keyboard alone', () => {
  it('one logs in, finds a tool, orders it and pays', async () => {
    const buyer = await newcomer(visits.origin, 'Kay Board');
    const page = await visits.openPage();
    const main = page.getByRole('main');
    await page.goto('/login');
    await typeInto(page, main.getByRole('textbox', { name: 'Email' }), buyer.user.email);
    await typeInto(page, main.getByLabel('Password', { exact: true }), buyer.password);
    await page.keyboard.press('Enter');

    await isShown(page, 'Tools that earn their keep');
    await typeInto(page, main.getByRole('searchbox', { name: 'Search tools' }), 'hammer');
    const shelf = main.getByRole('region', { name: 'Tools' });
    await eventually(() => shelf.getByRole('article').count()).toBe(1);
    await tabTo(page, shelf.getByRole('link', { name: 'Claw Hammer 16 oz' }));
    await page.keyboard.press('Enter');

    await isShown(page, 'Claw Hammer 16 oz');
    await tabTo(page, main.getByRole('button', { name: 'Increase' }));
    await page.keyboard.press('Space');
    await typeInto(page, main.getByRole('textbox', { name: 'Location' }), '3 Key Road');
    await typeInto(page, main.getByRole('textbox', { name: 'Phone' }), '+880 1600 000000');
    await tabTo(page, main.getByRole('button', { name: 'Place the order' }));
    await page.keyboard.press('Enter');

    await isShown(page, 'Payment');
    await typeInto(page, main.getByLabel('Card number'), cards.asksForAuthentication);
    await typeInto(page, main.getByLabel('Expiry (month / year)'), '1240');
    await typeInto(page, main.getByLabel('CVC'), '123');
    await tabTo(page, main.getByRole('button', { name: /^Pay / }));
    await page.keyboard.press('Enter');
    const complete = page.getByRole('dialog').getByRole('button', { name: 'Complete' });
    await eventually(() => hasFocus(complete)).toBe(true);
    await page.keyboard.press('Enter');
    const congrats = page.getByText('Congrats payment is completed');
    await congrats.waitFor();
    await eventually(() => hasFocus(congrats)).toBe(true);
    await eventually(async () => (await ordersOf(buyer))[0]).toMatchObject({ quantity: 2, paid: true });
  });

  it('one skips what every page begins with', async () => {
    const page = await visits.openPage();
    await page.goto('/blogs');
    await isShown(page, 'Blogs');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await eventually(() => hasFocus(skip)).toBe(true);
    await eventually(async () => (await skip.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const first = page.getByRole('main').getByRole('link').first();
    await eventually(() => hasFocus(first)).toBe(true);
  });

  thoroughly('one knows which page one is on, and begins each at its top', async () => {
    const page = await visits.openPage();
    await page.goto('/');
    await isShown(page, 'Tools that earn their keep');
    const links = page.getByRole('navigation', { name: 'Main' });
    const current = () => links.locator('[aria-current=page]').allTextContents();
    expect(await current()).toEqual(['Home']);
    await tabTo(page, links.getByRole('link', { name: 'Our Timings' }));
    await page.keyboard.press('Enter');
    await isShown(page, 'Our Timings');
    await eventually(current).toEqual(['Our Timings']);
    await eventually(() => hasFocus(page.getByRole('main'))).toBe(true);
    await eventually(() => page.evaluate(() => window.scrollY)).toBe(0);
  });
});

describeThoroughly('after a double click', () => {
  thoroughly('the focus is at the button again, whose second press came while it could not be pressed', async () => {
    const page = await visits.openPage({ signedInAs: await newcomer(visits.origin) });
    const answer = Promise.withResolvers<void>();
    await page.route('**/reviews', async (route) => {
      if (route.request().method() === 'POST') await answer.promise;
      await route.continue();
    });
    await page.goto('/dashboard/review');
    await page.getByRole('textbox', { name: 'Review', exact: true }).fill('Fine');
    await page.getByRole('textbox', { name: 'Description' }).fill('Just fine.');
    const add = page.getByRole('button', { name: 'Add the review' });
    await add.dblclick({ delay: 50 });
    answer.resolve();
    await page.getByText('Successfully Added A New Review').waitFor();
    await eventually(() => hasFocus(add)).toBe(true);
  });
});
