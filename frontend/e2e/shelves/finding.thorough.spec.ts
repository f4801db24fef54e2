import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addTool } from '../../../backend/testing/api-client.ts';
import { inTurn } from '../../../backend/testing/as-often.ts';
import { describeThoroughly } from '../../../backend/testing/thoroughly.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { toolNamed } from '../buying/orders.ts';
import { violationsOn } from '../looks/axe.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';

const visits = browserFixture();
const home = { path: '/', heading: 'Tools that earn their keep' };
const fromTheRight = 'مطرقة خشبية';

const shelf = (page: Page) => page.getByRole('region', { name: 'Tools' });
const names = (page: Page) => shelf(page).getByRole('article').getByRole('heading').allTextContents();
const query = (page: Page) => new URL(page.url()).search;
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describeThoroughly('filters', () => {
  it('say what each would show, keep that word, stand in the address, and go one by one', async () => {
    const page = await visits.openPage();
    await show(page, home);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const filters = page.getByRole('region', { name: 'Filters' });
    // A name stands as near to its field in there as above.
    const gapBelow = (name: string) =>
      page
        .getByRole('main')
        .locator('label', { hasText: name })
        .evaluate((label) => {
          const field = document.getElementById(label.getAttribute('for') ?? '');
          return Math.round((field?.getBoundingClientRect().top ?? 0) - label.getBoundingClientRect().bottom);
        });
    await filters.getByRole('textbox', { name: 'From' }).waitFor();
    expect(await gapBelow('From')).toBe(await gapBelow('Sort by'));
    const categories = filters.getByRole('group', { name: 'Category' });
    const label = await categories.locator('label').first().innerText();
    const [, category = '', count = ''] = /^(.+?)\s*\((\d+)\)$/.exec(label) ?? [];
    expect(Number(count)).toBeGreaterThan(0);
    await categories.getByRole('checkbox').first().click();
    await eventually(async () => (await names(page)).length).toBe(Number(count));
    expect(query(page)).toBe(`?${new URLSearchParams({ category })}`);
    await filters.getByRole('checkbox', { name: /^Only what is in stock/ }).click();
    const chips = page.getByRole('list', { name: 'Filters that are set' });
    await eventually(() => chips.getByRole('button', { name: /^Remove the filter/ }).count()).toBe(2);
    await page.reload();
    await isShown(page, home.heading);
    await eventually(() => chips.getByRole('button', { name: /^Remove the filter/ }).count()).toBe(2);
    await chips.getByRole('button', { name: `Remove the filter: ${category}` }).click();
    await eventually(() => query(page)).toBe('?inStock=true');
    // The chip went with the press: the one that is left has the focus.
    const left = chips.getByRole('button', { name: /^Remove the filter/ });
    await eventually(() => left.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await eventually(() => query(page)).toBe('');
  });

  it('lose no press that leaves an amount they refuse, on a phone', async () => {
    const page = await visits.openPage({ width: 390, motion: 'reduce' });
    await show(page, home);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Filters' });
    await drawer.getByRole('textbox', { name: 'From' }).fill('1,000');
    // As a finger does it: the field is left as it goes down, and what is wrong is said before it comes up.
    await drawer.getByText(/^4 and up/).hover();
    await page.mouse.down();
    await drawer.getByText('It could be 1000 or 1: write the one you mean').waitFor();
    await page.mouse.up();
    await eventually(() => query(page)).toBe('?minRating=4');
  });

  it('are a drawer on a phone, which says how many it will show; nothing there for axe', async () => {
    const page = await visits.openPage({ width: 390, scheme: 'dark', motion: 'reduce' });
    await show(page, home);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Filters' });
    await drawer.getByRole('group', { name: 'Category' }).getByRole('checkbox').first().click();
    const done = drawer.getByRole('button', { name: /^Show \d+ tools?$/ });
    await eventually(async () => Number(/\d+/.exec(await done.innerText())?.[0])).toBeLessThan(12);
    expect(await violationsOn(page)).toEqual([]);
    const promised = Number(/\d+/.exec(await done.innerText())?.[0]);
    await done.click();
    await drawer.waitFor({ state: 'detached' });
    await eventually(async () => (await names(page)).length).toBe(promised);
  });
});

describeThoroughly('suggestions', () => {
  const box = (page: Page) => page.getByRole('banner').getByLabel('Search the shop');
  const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  const chosen = (page: Page) => page.getByRole('option', { selected: true });

  it('come as one types, typos forgiven; the arrows go through them, Escape leaves the word, Enter takes one', async () => {
    const page = await visits.openPage({ signedInAs: await newcomer(visits.origin) });
    await show(page, { path: '/blogs', heading: 'Blogs' });
    await box(page).focus();
    const last = page.waitForResponse(/\/tool\/suggestions\?q=hamer$/);
    await page.keyboard.type('hamer');
    const found = (await (await last).json()) as readonly unknown[];
    await eventually(() => options(page).count()).toBe(found.length);
    await options(page).filter({ hasText: 'Claw Hammer 16 oz' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await eventually(() => chosen(page).count()).toBe(1);
    const first = await chosen(page).getAttribute('id');
    expect(await box(page).getAttribute('aria-activedescendant')).toBe(first);
    // Above the first is the box itself.
    await page.keyboard.press('ArrowUp');
    await eventually(() => chosen(page).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    expect(await box(page).inputValue()).toBe('hamer');
    await page.keyboard.press('ArrowDown');
    await eventually(() => chosen(page).count()).toBe(1);
    while (!(await chosen(page).innerText()).includes('Claw Hammer')) {
      const before = await box(page).getAttribute('aria-activedescendant');
      await page.keyboard.press('ArrowDown');
      await eventually(() => box(page).getAttribute('aria-activedescendant')).not.toBe(before);
    }
    await page.keyboard.press('Enter');
    await isShown(page, 'Claw Hammer 16 oz');
  });

  it('are read from their own side, fit a page of 200 %, and have nothing for axe in either scheme', async () => {
    const chief = await admin(visits.origin);
    await addTool(chief.api, { name: fromTheRight });
    for (const scheme of ['light', 'dark'] as const) {
      const page = await visits.openPage({ scheme, motion: 'reduce' });
      // 1280 x 800 at 200 %, as a browser has it: half the pixels.
      await page.setViewportSize({ width: 640, height: 400 });
      await show(page, { path: '/blogs', heading: 'Blogs' });
      const opener = page.getByRole('button', { name: 'Open the search' });
      if (await opener.isVisible()) await opener.click();
      await box(page).fill('مطرقة');
      const option = options(page).filter({ hasText: fromTheRight });
      await option.waitFor();
      const name = option.locator('bdi');
      expect(await name.evaluate((node) => getComputedStyle(node).direction)).toBe('rtl');
      expect(await overflow(page)).toBe(0);
      const place = await page.getByRole('listbox').boundingBox();
      expect((place?.y ?? 0) + (place?.height ?? 400)).toBeLessThanOrEqual(400);
      expect(await violationsOn(page), scheme).toEqual([]);
    }
  });
});

describeThoroughly("a tool's pictures", () => {
  it('are gone through by keyboard, and by a swipe on a phone', async () => {
    const buyer = await newcomer(visits.origin);
    const { body } = await buyer.api.get<Tool[]>('/tool');
    const _id = body.find(({ pictures = [] }) => pictures.length > 0)?._id;
    expect(_id).toBeDefined();
    const page = await visits.openPage({ width: 390, signedInAs: buyer });
    await page.goto(`/tools/${_id}`);
    const bar = page.getByRole('toolbar', { name: /^Pictures of/ });
    await bar.waitFor();
    const shown = () => bar.getByRole('button', { pressed: true }).getAttribute('aria-label');
    const all = await bar.getByRole('button').count();
    await bar.getByRole('button', { pressed: true }).focus();
    await page.keyboard.press('ArrowRight');
    await eventually(shown).toBe(`Picture 2 of ${all}`);
    await page.keyboard.press('Home');
    await eventually(shown).toBe(`Picture 1 of ${all}`);
    await swipe(page, -120);
    await eventually(shown).toBe(`Picture 2 of ${all}`);
    await swipe(page, 120);
    await eventually(shown).toBe(`Picture 1 of ${all}`);
    // A finger that trembles turns no page.
    await swipe(page, -10);
    expect(await shown()).toBe(`Picture 1 of ${all}`);
  });

  /** A finger over the large picture, so many pixels to the right. */
  async function swipe(page: Page, by: number): Promise<void> {
    const picture = page.getByRole('article').first().locator('img').first();
    await picture.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
    const from = { x: x + width / 2, y: y + height / 2 };
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await touch('touchStart', [from]);
    await touch('touchMove', [{ x: from.x + by / 2, y: from.y }]);
    await touch('touchMove', [{ x: from.x + by, y: from.y }]);
    await touch('touchEnd', []);
    await session.detach();
  }
});

describeThoroughly('what one has looked at', () => {
  it('is found again on the page of another tool, on this device, until one signs out', async () => {
    const buyer = await newcomer(visits.origin);
    const page = await visits.openPage({ signedInAs: buyer });
    for (const name of ['Claw Hammer 16 oz', 'Utility Knife']) {
      await show(page, { path: `/tools/${(await toolNamed(buyer, name))._id}`, heading: name });
    }
    const seen = page.getByRole('region', { name: 'Recently seen' });
    await seen.getByRole('link', { name: 'Claw Hammer 16 oz' }).waitFor();
    expect(await seen.getByRole('article').count()).toBe(1);
    await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
    await eventually(() => page.evaluate(() => localStorage.getItem('recentlySeen'))).toBeNull();
  });
});

describe('the way back from a tool', () => {
  const ways = {
    'the words in the bar': async (page: Page) => {
      await show(page, { path: '/blogs', heading: 'Blogs' });
      await page.getByRole('search', { name: 'The whole shop' }).getByRole('searchbox').fill('s');
      await page.keyboard.press('Enter');
    },
    'the next page': async (page: Page) => {
      await show(page, home);
      await shelf(page).getByRole('link', { name: 'Next page' }).click();
    },
    'the picture on top': async (page: Page) => {
      await show(page, home);
      await page.getByRole('link', { name: 'Browse the shelves' }).click();
    },
  };

  it.each(inTurn(Object.entries(ways), 0))('leads to where one was, for who has come by %s', async (_, go) => {
    const page = await visits.openPage();
    const place = () => page.evaluate(() => Math.round(window.scrollY));
    await go(page);
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('tools');
    // The list of before stands until the one that was asked for has come.
    await eventually(() => shelf(page).locator('[aria-busy=false]').getByRole('article').count()).toBeGreaterThan(3);
    const began = await place();
    const link = shelf(page).getByRole('article').nth(3).getByRole('link').first();
    await link.scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 400);
    await eventually(async () => (await place()) - began).toBeGreaterThan(300);
    const was = await place();
    await link.evaluate((node) => (node as HTMLElement).click());
    await page.waitForURL('**/login');
    await page.goBack();
    await shelf(page).getByRole('article').nth(3).waitFor();
    // What a browser does about a part of a page it does with the frame after.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await eventually(place).toBe(was);
  });
});
