import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { thoroughly } from '../../backend/testing/thoroughly.ts';
import { newcomer } from './account.ts';
import { browserFixture } from './browser-fixture.ts';
import { isShown, show } from './looks/screens-of-the-shop.ts';
import { eventually } from './pages/eventually.ts';

const visits = browserFixture();
const home = 'Tools that earn their keep';

/** What the browser and Vite say of it; Vite of whatever fails first, the code or its styles. */
const lost = [/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/, /dynamically imported module/, /Unable to preload CSS/];
/** React says it of a page whose code is gone, and not of a shop that is away. */
const missing = [...lost, /CodeGone/];

const link = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name });
const failure = (page: Page, name: string) => page.getByRole('alert').getByRole('heading', { name });
/** Whether the keyboard goes on from there, and not from the top of the page. */
const hasFocus = (target: Locator) =>
  target.evaluate(
    (node) => document.activeElement?.contains(node) && document.activeElement.closest('main > *') !== null,
  );
const abort = (page: Page, file: string) => page.route(`**/assets/${file}*`, (route) => route.abort());

describe('code that does not come', () => {
  thoroughly('of a page is said, offers a reload, and leaves the other pages', async () => {
    const page = await visits.openPage({ expected: missing });
    await show(page, { path: '/', heading: home });
    await abort(page, 'timing-page');
    await link(page, 'Our Timings').click();
    await failure(page, 'This page could not be shown').waitFor();
    await page.getByText('The shop was updated meanwhile.').waitFor();
    await eventually(() => hasFocus(failure(page, 'This page could not be shown'))).toBe(true);
    await link(page, 'Blogs').click();
    await isShown(page, 'Blogs');
    await page.unroute('**/assets/timing-page*');
    await link(page, 'Our Timings').click();
    await isShown(page, 'Our Timings');
  });

  it('for want of a connection says so, blames no update, and comes by itself', async () => {
    const page = await visits.openPage({ expected: lost });
    await show(page, { path: '/', heading: home });
    await page.context().setOffline(true);
    await link(page, 'Portfolio').click();
    await failure(page, 'There is no connection').waitFor();
    await eventually(() => hasFocus(failure(page, 'There is no connection'))).toBe(true);
    expect(await page.getByText(/updated/).count()).toBe(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await failure(page, 'There is no connection').waitFor();
    await page.context().setOffline(false);
    await isShown(page, 'Portfolio');
    const styled = await visits.openPage();
    await show(styled, { path: '/portfolio', heading: 'Portfolio' });
    const padding = (one: Page) =>
      one
        .getByRole('rowheader')
        .first()
        .evaluate((cell) => getComputedStyle(cell).padding);
    expect(await padding(page)).toBe(await padding(styled));
  });

  thoroughly('of the menu takes nothing else away, and the menu opens when it is there', async () => {
    const page = await visits.openPage({ width: 390, expected: missing });
    await show(page, { path: '/', heading: home });
    await abort(page, 'menu-');
    const press = () => page.getByRole('button', { name: 'Open the menu' }).click();
    await press();
    await page.getByText('The shop was updated meanwhile. Reload the page to go on.').waitFor();
    await isShown(page, home);
    await page.unroute('**/assets/menu-*');
    await press();
    await page.getByRole('dialog').getByRole('link', { name: 'Blogs' }).waitFor();
  });

  thoroughly('of the notifications leaves their words, and the next has its frame', async () => {
    const page = await visits.openPage({ signedInAs: await newcomer(visits.origin), expected: lost });
    await show(page, { path: '/dashboard/review', heading: 'Add a Review' });
    const review = async (words: string) => {
      await page.getByRole('textbox', { name: 'Review' }).fill(words);
      await page.getByRole('textbox', { name: 'Description' }).fill('Cuts.');
      await page.getByRole('button', { name: 'Add the review' }).click();
    };
    const said = page.getByText('Successfully Added A New Review', { exact: true });
    const code = /assets\/toast-code-/;
    await page.route(code, (route) => route.abort());
    await review('Sharp');
    await said.waitFor();
    const framed = page.locator('.mantine-Notification-root').filter({ has: said });
    expect(await framed.count()).toBe(0);
    await isShown(page, 'Add a Review');
    await said.waitFor({ state: 'detached' });
    await page.unroute(code);
    await review('Sharper');
    await framed.waitFor();
  });

  it('of the shop itself offers a reload', async () => {
    const page = await visits.openPage({ expected: missing });
    await abort(page, 'shop-*.js');
    await page.goto('/');
    await failure(page, 'The shop could not be shown').waitFor();
    await page.unroute('**/assets/shop-*.js*');
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await isShown(page, home);
  });
});
