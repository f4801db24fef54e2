import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inTurn, isThorough } from '../../../backend/testing/as-often.ts';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import { type Account, newcomer, shopper } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { toolNamed } from '../buying/orders.ts';
import { eventually } from '../pages/eventually.ts';
import { show } from './screens-of-the-shop.ts';

const visits = browserFixture();

/** The sum of Layout Instability's scores. */
const mostMoved = 0.01;

/** Bytes, gzipped. */
const mostAtFirst = 30_000;

/**
 * Opens a page whose code never comes, and waits for what it shows by itself: what is drawn can be found before its styles
 * have come, and is painted after that.
 */
async function openDrawn(page: Page, path: string): Promise<void> {
  await page.route('**/assets/*.js', () => undefined);
  await page.goto(path, { waitUntil: 'commit' });
  await eventually(() => page.locator('.first-screen:visible').count()).toBe(1);
  await eventually(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
}

const tool = 'Claw Hammer 16 oz';
type Screen = {
  readonly name: string;
  readonly heading: string;
  readonly isSignedIn?: boolean;
  readonly path?: string;
  /** Whether there is something in the cart. */
  readonly isFilled?: boolean;
};

/** Each of the pages that come with their first screen, as those see it for whom it is drawn. */
const screens: readonly Screen[] = [
  { name: 'home', heading: 'Tools that earn their keep', path: '/' },
  { name: 'the login', heading: 'Login', path: '/login' },
  { name: 'a tool', heading: tool, isSignedIn: true },
  { name: 'a tool that one has to log in for', heading: 'Login' },
  { name: 'an empty cart', heading: 'Cart', path: '/mycart' },
  { name: 'a cart', heading: 'Cart', path: '/mycart', isFilled: true, isSignedIn: true },
];

/** A window for such a screen, and its address. */
async function toSee({ isSignedIn = false, isFilled = false, path }: Screen, width = 390) {
  const { _id: toolId, MinimumOrder: quantity } = await toolNamed(await shopper(visits.origin), tool);
  const signedInAs: Account | undefined = isSignedIn ? await newcomer(visits.origin, 'Fay First') : undefined;
  const page = await visits.openPage({ ...(signedInAs && { signedInAs }) });
  await page.setViewportSize({ width, height: 800 });
  const cart = { who: '', lines: [{ toolId, quantity }] };
  if (isFilled) await page.addInitScript((kept) => localStorage.setItem('cart', kept), JSON.stringify(cart));
  return { page, path: path ?? `/tools/${toolId}` };
}

/** Where what catches the eye stands, and what it says. */
const landmarks = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'header nav li, h1, main img, main form, main form label, main form button, main strong, main h2, main ul, main li, footer',
      ),
    ]
      .filter((node) => node.getBoundingClientRect().height > 0)
      .filter((node) => node.getBoundingClientRect().top < window.innerHeight)
      .map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [node.tagName, ...[x, y, width, height].map(Math.round)].join(' ');
      }),
  );

/** By `npm test` every second screen, from this one on; all of them by `npm run test:thorough`. */
const half = <Of>(all: readonly Of[], from: number) =>
  all.filter((_, place) => inTurn([0, 1], from).includes(place % 2));

describe('the first screen, which comes with the page', () => {
  it.each(
    half(screens, 0).flatMap((screen, place) =>
      inTurn([320, 1280, 390, 768], place).map((width) => ({ ...screen, width })),
    ),
  )('of $name is what the code then shows, and where, at $width pixels', async ({ width, ...screen }) => {
    const drawn = await toSee(screen, width);
    await openDrawn(drawn.page, drawn.path);
    const { page, path } = await toSee(screen, width);
    await show(page, { path, heading: screen.heading });
    await page.locator('.first-screen').waitFor({ state: 'detached' });
    const before = await landmarks(drawn.page);
    expect(before.length).toBeGreaterThan(1);
    // What is fetched stands below; nothing that was there moves for it.
    await eventually(() => landmarks(page)).toEqual(expect.arrayContaining(before));
  });

  // Who is sent to the login from elsewhere sees the bar alone for a frame, while the router goes there.
  it.each(half(screens, 1).filter(({ path, isSignedIn }) => path !== undefined || isSignedIn))(
    'of $name gives way to the page at once: no frame without its heading, and nothing moves',
    async (screen) => {
      const { page, path } = await toSee(screen);
      await page.addInitScript(() => {
        const seen = { headings: new Set<string>(), moved: 0 };
        Object.assign(globalThis, { seen });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.moved += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        const look = () => {
          const shown = [...document.querySelectorAll('h1')].filter((node) => node.checkVisibility());
          // A browser may paint between two parts of the page's text: what counts is the page that has come.
          const hasCome = document.readyState !== 'loading' && document.querySelector('#root > *');
          if (hasCome) seen.headings.add(shown.map((node) => node.textContent).join());
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      await show(page, { path, heading: screen.heading });
      await page.locator('.first-screen').waitFor({ state: 'detached' });
      await page.waitForLoadState('networkidle');
      const { headings, moved } = await page.evaluate(() => {
        const { seen } = globalThis as unknown as { seen: { headings: Set<string>; moved: number } };
        return { headings: [...seen.headings], moved: seen.moved };
      });
      expect(headings).toEqual([screen.heading]);
      expect(moved).toBeLessThanOrEqual(mostMoved);
    },
  );

  it.each(screens.slice(0, isThorough ? undefined : 1))(
    'of $name takes at most 30 kB until something is painted',
    async (screen) => {
      const { page, path } = await toSee(screen);
      const first: Response[] = [];
      page.on('response', (response) => first.push(response));
      await openDrawn(page, path);
      const needed = first.filter((response) =>
        ['document', 'script', 'stylesheet'].includes(response.request().resourceType()),
      );
      const bodies = await Promise.all(needed.map((response) => response.body()));
      expect(bodies.length).toBeGreaterThan(2);
      expect(bodies.reduce((sum, body) => sum + gzipSync(body).byteLength, 0)).toBeLessThanOrEqual(mostAtFirst);
    },
  );

  it('says of a tool what was last true of it', async () => {
    const { page, path } = await toSee({ name: '', heading: '', isSignedIn: true });
    await openDrawn(page, path);
    const { PerPrice, Description, Available } = await toolNamed(await shopper(visits.origin), tool);
    const said = await page.locator('.first-screen:visible main').textContent();
    expect(said).toContain(`$${PerPrice.toFixed(2)} a piece`);
    expect(said).toContain(Description);
    expect(said).toContain(`${Available} on the shelf`);
    expect(said).not.toContain('{{');
  });

  thoroughly('is the bar alone for whom the page begins otherwise', async () => {
    const { page } = await toSee({ name: '', heading: '', isSignedIn: true });
    await page.route('**/assets/*.js', () => undefined);
    await page.goto('/login', { waitUntil: 'commit' });
    await page.locator('.opening').waitFor();
    expect(await page.locator('.first-screen:visible').count()).toBe(0);
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

  thoroughly('is no drawing of the whole shelves where the address asks for a part of them', async () => {
    const page = await visits.openPage();
    await page.route('**/assets/*.js', () => undefined);
    await page.goto('/?search=saw', { waitUntil: 'commit' });
    await page.locator('.opening').waitFor();
    expect(await page.locator('.first-screen').count()).toBe(0);
  });
});
