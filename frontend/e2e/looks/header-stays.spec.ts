import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inTurn } from '../../../backend/testing/as-often.ts';
import { describeThoroughly, thoroughly } from '../../../backend/testing/thoroughly.ts';
import { type Account, admin, newcomer, shopper } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { order, toolNamed } from '../buying/orders.ts';
import { eventually } from '../pages/eventually.ts';
import { slowPage } from '../pages/slow-page.ts';
import { addUpShifts } from './layout-shifts.ts';
import { isShown, show } from './screens-of-the-shop.ts';

const visits = browserFixture();

const tool = 'Claw Hammer 16 oz';

const people: readonly { readonly who: string; readonly enter?: (origin: string) => Promise<Account> }[] = [
  { who: 'nobody' },
  { who: 'a shopper', enter: shopper },
  { who: 'an admin', enter: admin },
];

/** Pages that come with their first screen, which is drawn for nobody in particular. */
const screens = [
  { page: 'home', heading: 'Tools that earn their keep', path: '/' },
  { page: 'the cart', heading: 'Cart', path: '/mycart' },
  { page: 'a tool', heading: tool, path: '/tools/:id' },
];

/** What of the bar can be seen, to a hundredth of a pixel: each link, button and field by its name. */
const barOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('header:not(article *) :is(a, button, input, form, img, svg)')]
      .filter((node) => node.checkVisibility({ visibilityProperty: true }))
      .map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        const name = node.getAttribute('aria-label') ?? node.textContent ?? '';
        return [node.tagName, name, ...[x, y, width, height].map((one) => one.toFixed(2))].join(' ');
      }),
  );

/** What of the bar moved, and how far, as the browser says (Layout Instability): of all that was shown since the page began. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        for (const { node, previousRect, currentRect } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          if (previousRect.top > 80 && currentRect.top > 80) continue;
          const from = [previousRect.x, previousRect.y];
          shifts.push(`${element?.outerHTML.slice(0, 80)} from ${from} to ${[currentRect.x, currentRect.y]}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const shiftsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);

const whoAndWhere = people.flatMap((one) =>
  screens
    // Who is not signed in is sent from a tool to the login.
    .filter(({ page }) => one.enter !== undefined || page === 'home')
    .map((screen) => ({ ...one, ...screen })),
);
const cases = whoAndWhere
  .filter((_, place) => inTurn([0, 1, 2, 3], 0).includes(place % 4))
  .flatMap((visit, place) => inTurn([390, 1280] as const, place).map((width) => ({ ...visit, width })));

/** Opens a page whose code never comes. */
async function openWithoutCode(page: Page, path: string): Promise<void> {
  await page.route('**/assets/*.js', () => undefined);
  await page.goto(path, { waitUntil: 'commit' });
}

/** The same, once something is painted: until then a page may be measured, of which the styles have not come. */
async function openPaintedWithoutCode(page: Page, path: string): Promise<void> {
  await openWithoutCode(page, path);
  await eventually(() => page.evaluate(() => performance.getEntriesByType('paint').length)).toBeGreaterThan(0);
}

describe('the bar', () => {
  it.each(cases)('for $who at $page stands from the first paint on where it stays, at $width pixels', async (visit) => {
    const { _id: toolId } = await toolNamed(await shopper(visits.origin), tool);
    const path = visit.path.replace(':id', toolId);
    const signedInAs = await visit.enter?.(visits.origin);
    const look = { width: visit.width, ...(signedInAs && { signedInAs }) };

    const drawn = await visits.openPage(look);
    await openPaintedWithoutCode(drawn, path);
    await eventually(() => drawn.locator('.first-screen:visible').count()).toBe(1);
    await drawn.evaluate(() => document.fonts.ready);
    const before = await barOf(drawn);
    expect(before.length).toBeGreaterThan(3);

    const page = await visits.openPage(look);
    await watchShifts(page);
    await page.goto(path);
    await isShown(page, visit.heading);
    await page.locator('.first-screen').waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
    expect(await barOf(page)).toEqual(before);
    expect(await shiftsOf(page)).toEqual([]);
  });
  it('is not painted while half of it is on its way', async () => {
    const slow = await slowPage(visits.origin, 'aria-label="Cart"');
    const page = await visits.openPage({ at: slow.origin, width: 390 });
    await watchShifts(page);
    await openWithoutCode(page, '/');
    const opener = page.locator('.first-screen').getByRole('button', { name: 'Open the search', includeHidden: true });
    await opener.waitFor({ state: 'attached' });
    await page.evaluate(() => document.fonts.ready);
    expect(await isPaintedSoon(page)).toBe(false);
    slow.sendRest();
    await eventually(() => isPaintedSoon(page)).toBe(true);
    expect(await shiftsOf(page)).toEqual([]);
  });
  thoroughly.each([390, 1280] as const)(
    'of the dashboard is as high before the code has come, at %i pixels',
    async (width) => {
      const look = { width, signedInAs: await shopper(visits.origin) };
      const path = '/dashboard/myorders';
      const drawn = await visits.openPage(look);
      await openPaintedWithoutCode(drawn, path);
      const before = await boxesIn(drawn, '.opening', '.opening img');
      const page = await visits.openPage(look);
      await show(page, { path, heading: 'My Orders' });
      expect(await boxesIn(page, 'header', 'header img')).toEqual(before);
    },
  );
});

/** The page as it is now is on the screen: two frames were drawn. */
const isDrawn = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

describeThoroughly('what is on a page', () => {
  it('stays where it is while the rest comes, also where that is less than was waited for', async () => {
    const { _id: toolId } = await toolNamed(await shopper(visits.origin), tool);
    const somebody = await visits.openPage({
      width: 390,
      signedInAs: await shopper(visits.origin),
      expected: [/status of 404/],
    });
    const nobody = await visits.openPage({ width: 390 });
    for (const [page, path, words] of [
      [somebody, '/tools/no-such-tool', 'There is no such tool'],
      [nobody, `/tools/${toolId}`, 'Create an account'],
      [nobody, '/?search=unobtainium', 'No tool like that on the shelves'],
    ] as const) {
      const shifted = await addUpShifts(page);
      await page.route(/\/(tool|config|reviews)\b/, async (route) => {
        // So that what stands in the place of an answer is painted.
        if (route.request().resourceType() !== 'document') await new Promise((resolve) => setTimeout(resolve, 200));
        await route.fallback();
      });
      await page.goto(path);
      await page.getByText(words).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await shifted(), path).toBeLessThan(0.05);
    }
  });

  it('stays where it is on a wide screen while the fields come of a payment, and of what one decides about one’s account', async () => {
    const buyer = await newcomer(visits.origin);
    const { id } = await order(buyer, tool);
    const page = await visits.openPage({ signedInAs: buyer });
    const shifted = await addUpShifts(page);
    await page.route(/\/(create-payment-intent|me|identity|google)\b/, async (route) => {
      // So that what stands in the place of an answer is painted.
      if (route.request().resourceType() !== 'document') await isDrawn(page);
      await route.fallback();
    });
    for (const [path, field] of [
      [`/dashboard/payment/${id}`, page.getByLabel('Card number')],
      ['/dashboard/myprofile', page.getByLabel('New email')],
    ] as const) {
      await page.goto(path);
      await field.waitFor();
      await page.waitForLoadState('networkidle');
      expect(await shifted(), path).toBeLessThan(0.005);
    }
  });
});

/** Nothing says that there will be no frame: a third of a second has twenty. */
const isPaintedSoon = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        requestAnimationFrame(() => resolve(true));
        setTimeout(() => resolve(false), 333);
      }),
  );

const boxesIn = (page: Page, ...selectors: readonly string[]) =>
  Promise.all(selectors.map((selector) => page.locator(selector).first().boundingBox()));

describeThoroughly('the dashboard’s headings', () => {
  thoroughly('stand at one height, with a button beside them, a line below them, or neither', async () => {
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    const heights: Record<string, number | undefined> = {};
    for (const [path, heading] of [
      ['/dashboard/allusers', 'Make Admin'],
      ['/dashboard/products', 'Products'],
      ['/dashboard/history', 'History'],
      ['/dashboard/status', 'Status'],
    ] as const) {
      await show(page, { path, heading });
      const words = await page.getByRole('heading', { level: 1 }).boundingBox();
      heights[heading] = words?.y;
    }
    expect(new Set(Object.values(heights)).size, JSON.stringify(heights)).toBe(1);
  });
});
