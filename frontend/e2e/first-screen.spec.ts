import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newcomer } from './account.ts';
import { browserFixture } from './browser-fixture.ts';
import { show } from './screens-of-the-shop.ts';

const visits = browserFixture();

/** Opens a page whose code never comes, and waits for what it shows by itself. */
async function openDrawn(page: Page, path: string): Promise<void> {
  await page.route('**/assets/*.js', () => undefined);
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('.first-screen h1').waitFor();
}

/** Where what catches the eye stands, and what it says. */
const landmarks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('header nav, h1, main img, main form, main h2, footer')]
      .filter((node) => node.getBoundingClientRect().height > 0)
      .filter((node) => node.getBoundingClientRect().top < window.innerHeight)
      .map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [node.tagName, ...[x, y, width, height].map(Math.round)].join(' ');
      }),
  );

describe('the first screen, which comes with the page', () => {
  it.each([320, 390, 768, 1280] as const)('is what the code then shows, and where, at %i pixels', async (width) => {
    const drawn = await visits.openPage();
    await drawn.setViewportSize({ width, height: 800 });
    await openDrawn(drawn, '/');
    const page = await visits.openPage();
    await page.setViewportSize({ width, height: 800 });
    await show(page, { path: '/', heading: 'Tools that earn their keep' });
    const [before, after] = [await landmarks(drawn), await landmarks(page)];
    expect(before.length).toBeGreaterThan(1);
    // What is fetched stands below; nothing that was there moves for it.
    expect(after).toEqual(expect.arrayContaining(before));
  });

  it('can neither be pressed nor be heard until it is the page', async () => {
    const page = await visits.openPage();
    await openDrawn(page, '/');
    expect(await page.getByRole('heading').count()).toBe(0);
    expect(await page.getByRole('searchbox').count()).toBe(0);
    expect(await page.locator('.first-screen').evaluate((node) => (node as HTMLElement).inert)).toBe(true);
  });

  it('has the dark colours of who wants them, and says Login to nobody who is signed in', async () => {
    const signedInAs = await newcomer(visits.origin, 'Fay First');
    const page = await visits.openPage({ scheme: 'dark', signedInAs });
    await openDrawn(page, '/');
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await background()).toBe('rgb(11, 32, 39)');
    expect(await page.getByText('Login', { exact: true }).isVisible()).toBe(false);
    expect(await page.content()).not.toContain('Fay First');
  });

  it('is no drawing of the whole shelves where the address asks for a part of them', async () => {
    const page = await visits.openPage();
    await page.route('**/assets/*.js', () => undefined);
    await page.goto('/?search=saw', { waitUntil: 'commit' });
    await page.locator('.opening').waitFor();
    expect(await page.locator('.first-screen').count()).toBe(0);
  });
});
