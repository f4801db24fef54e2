import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inTurn } from '../../../backend/testing/as-often.ts';
import { describeThoroughly, thoroughly } from '../../../backend/testing/thoroughly.ts';
import { newcomer, shopper } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { eventually } from '../pages/eventually.ts';
import { isShown, show } from './screens-of-the-shop.ts';

const visits = browserFixture();
const home = { path: '/', heading: 'Tools that earn their keep' };

const backdrop = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

describe('the colour scheme', () => {
  it('is what the system wants, until one is chosen; the choice is remembered', async () => {
    const page = await visits.openPage({ scheme: 'dark' });
    await show(page, home);
    const dark = await backdrop(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await eventually(() => backdrop(page)).not.toBe(dark);
    const light = await backdrop(page);

    await page.getByRole('button', { name: 'Switch to the dark colour scheme' }).click();
    await eventually(() => backdrop(page)).toBe(dark);
    await page.reload();
    await isShown(page, home.heading);
    expect(await backdrop(page)).toBe(dark);
    await page.getByRole('button', { name: 'Switch to the light colour scheme' }).click();
    await eventually(() => backdrop(page)).toBe(light);
  });
});

describe('a page that is loading', () => {
  it.each([
    ['light', 0],
    ['dark', 1],
  ] as const)('has its own ground before the code has come, in the %s', async (scheme, place) => {
    const page = await visits.openPage({ scheme, signedInAs: await shopper(visits.origin) });
    const grounds: string[] = [];
    for (const { path, heading } of inTurn([home, { path: '/dashboard/myorders', heading: 'My Orders' }], place)) {
      await page.route('**/assets/*.js', () => undefined);
      await page.goto(path, { waitUntil: 'commit' });
      await eventually(() => page.evaluate(() => performance.getEntriesByType('paint').length)).toBeGreaterThan(0);
      grounds.push(await backdrop(page));
      await page.unrouteAll();
      await page.goto(path);
      await isShown(page, heading);
      grounds.push(await backdrop(page));
    }
    expect(new Set(grounds).size).toBe(1);
  });

  thoroughly.each(inTurn([1280, 390] as const, 1))('does not jump about, %i pixels wide', async (width) => {
    const page = await visits.openPage({ width });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const released = Promise.withResolvers<void>();
    await page.route(/\/(tool|reviews)\?|\/config$/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto('/');
    await page.getByRole('status', { name: 'Loading the tools' }).waitFor();
    released.resolve();
    await isShown(page, home.heading);
    await page.getByRole('figure').first().waitFor();
    // Two frames later the shifts of what came last have been counted.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const shifts: number[] = await page.evaluate(() => Reflect.get(window, 'shifts'));
    expect(shifts.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.01);
  });
});

/** Writes down whatever takes longer to move, fade or turn than anybody could see. */
function watchMotion() {
  const seen: string[] = [];
  const note = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const lasting = target.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().duration) > 1);
    if (lasting.length > 0) seen.push(target.outerHTML.slice(0, 160));
  };
  for (const begin of ['transitionrun', 'animationstart']) document.addEventListener(begin, note);
  Object.assign(window, { motionSeen: seen });
}

async function motionWhileUsing(motion: 'reduce' | 'no-preference'): Promise<string[]> {
  const page = await visits.openPage({ motion, width: 390 });
  await page.addInitScript(watchMotion);
  await show(page, home);
  const menu = page.getByRole('dialog', { name: 'Menu' });
  for (const name of ['Home', 'Blogs']) {
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await menu.getByRole('link', { name }).click();
    await menu.waitFor({ state: 'hidden' });
  }
  await isShown(page, 'Blogs');
  await page.keyboard.press('Tab');
  return page.evaluate(() => Reflect.get(window, 'motionSeen'));
}

describeThoroughly('motion', () => {
  it('is there for who does not mind it', async () => {
    expect(await motionWhileUsing('no-preference')).not.toEqual([]);
  });

  it('is not there for who wants less of it', async () => {
    expect(await motionWhileUsing('reduce')).toEqual([]);
  });
});

describeThoroughly('what stands in the place of a list', () => {
  it('begins where all other pages begin below their heading', async () => {
    const signedInAs = await newcomer(visits.origin);
    const page = await visits.openPage({ signedInAs, expected: [/status of 503/] });
    const gaps = new Map<string, number>();
    /** From the line below the page's heading to what stands there, in whole pixels. */
    const measure = async (path: string, words: RegExp) => {
      await page.goto(path);
      const message = page.getByRole('main').getByRole('heading', { level: 2, name: words });
      await message.waitFor({ timeout: 30_000 });
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const gap = await message.evaluate((title) => {
          const head = document.querySelector('main h1')?.closest('header')?.getBoundingClientRect();
          return Math.round((title.parentElement?.getBoundingClientRect().top ?? 0) - (head?.bottom ?? 0));
        });
        gaps.set(`${path}, ${words.source}, ${width}`, gap);
      }
    };
    for (const path of ['/dashboard/myorders', '/dashboard']) await measure(path, /No orders yet/);
    await page.route(/\/(booking|user)(\/|\?)/, (route) =>
      route.fulfill({ status: 503, json: { type: 'about:blank', title: 'The store is away', status: 503 } }),
    );
    for (const path of ['/dashboard/myorders', '/dashboard', '/dashboard/myprofile'])
      await measure(path, /could not be fetched/);
    expect(new Set(gaps.values()).size, JSON.stringify([...gaps])).toBe(1);
  });
});
