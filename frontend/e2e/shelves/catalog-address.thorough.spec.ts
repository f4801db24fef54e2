import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserFixture } from '../browser-fixture.ts';
import { isShown } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';

const visits = browserFixture();

const shelf = (page: Page) => page.getByRole('region', { name: 'Tools' });
const names = (page: Page) => shelf(page).getByRole('article').getByRole('heading').allTextContents();
const prices = async (page: Page) =>
  (
    await shelf(page)
      .getByText(/^\$[\d.,]+$/)
      .allTextContents()
  ).map((text) => Number(text.slice(1)));
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

async function open(path = '/'): Promise<Page> {
  const page = await visits.openPage();
  await page.goto(path);
  await isShown(page, 'Tools that earn their keep');
  return page;
}

describe('what one looks for', () => {
  it('is in the address, and is found again after a reload and by whoever gets the link', async () => {
    const page = await open();
    await page.getByRole('searchbox', { name: 'Search tools' }).fill('set');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price, low to high');
    await eventually(() => query(page)).toEqual({ search: 'set', sort: 'PerPrice' });
    const found = ['Screwdriver Set, 8 pieces', 'Combination Spanner Set, 12 pieces', 'Socket Set 1/2 in, 24 pieces'];
    await eventually(() => names(page)).toEqual(found);
    await page.reload();
    await eventually(() => names(page)).toEqual(found);

    const friend = await open(page.url());
    await eventually(() => names(friend)).toEqual(found);
    expect(await friend.getByRole('searchbox', { name: 'Search tools' }).inputValue()).toBe('set');
    expect(await friend.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('PerPrice');
  });

  it('is still there when one comes back from another page', async () => {
    const page = await open('/?search=set&sort=-PerPrice');
    await eventually(() => names(page)).toHaveLength(3);
    await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click();
    await isShown(page, 'Blogs');
    await page.goBack();
    await eventually(() => names(page)).toHaveLength(3);
    expect(query(page)).toEqual({ search: 'set', sort: '-PerPrice' });
  });

  it('is undone by Back, choice by choice, and a typed word at once', async () => {
    const page = await open();
    const word = page.getByRole('searchbox', { name: 'Search tools' });
    const order = page.getByRole('combobox', { name: 'Sort by' });
    await order.selectOption('Price, low to high');
    await eventually(() => query(page)).toEqual({ sort: 'PerPrice' });
    for (const typed of ['s', 'se', 'set']) {
      await word.fill(typed);
      await eventually(() => query(page)).toEqual({ sort: 'PerPrice', search: typed });
    }
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('checkbox', { name: /^Only what is in stock/ }).check();
    await eventually(() => query(page)).toEqual({ sort: 'PerPrice', search: 'set', inStock: 'true' });
    await page.goBack();
    await eventually(() => query(page)).toEqual({ sort: 'PerPrice', search: 'set' });
    await eventually(() => page.getByRole('checkbox', { name: /^Only what is in stock/ }).isChecked()).toBe(false);
    await page.goBack();
    await eventually(() => query(page)).toEqual({ sort: 'PerPrice' });
    await eventually(() => word.inputValue()).toBe('');
    await page.goBack();
    await eventually(() => query(page)).toEqual({});
    await eventually(() => order.inputValue()).toBe('');
  });

  it('is sorted as the address says', async () => {
    const page = await open('/?sort=-PerPrice');
    await eventually(async () => (await prices(page)).length).toBe(12);
    const shown = await prices(page);
    expect(shown).toEqual(shown.toSorted((a, b) => b - a));
    expect(shown[0]).toBe(129);
  });

  it('goes over several pages, forward, back and by the link', async () => {
    const page = await open('/?sort=name');
    await eventually(() => names(page)).toHaveLength(12);
    const first = await names(page);
    await page.getByRole('link', { name: 'Next page' }).click();
    await eventually(() => names(page)).toHaveLength(4);
    const second = await names(page);
    const all = [...first, ...second];
    expect(new Set(all).size).toBe(16);
    expect(all).toEqual(all.toSorted((a, b) => a.localeCompare(b)));

    const friend = await open(page.url());
    await eventually(() => names(friend)).toEqual(second);
    await page.getByRole('link', { name: 'Previous page' }).click();
    await eventually(() => names(page)).toEqual(first);
    await page.goBack();
    await eventually(() => names(page)).toEqual(second);
    await page.goBack();
    await eventually(() => names(page)).toEqual(first);
  });

  it('begins at the first page when something else is looked for', async () => {
    const page = await open('/?sort=name');
    await page.getByRole('link', { name: 'Next page' }).click();
    await eventually(() => names(page)).toHaveLength(4);
    await page.getByRole('searchbox', { name: 'Search tools' }).fill('hammer');
    await eventually(() => names(page)).toEqual(['Claw Hammer 16 oz']);
    expect(query(page)).toEqual({ search: 'hammer', sort: 'name' });
  });

  it('may not be there: the shelf says so and shows the way back', async () => {
    const page = await open('/?search=unobtainium');
    await page.getByRole('heading', { name: 'No tool like that on the shelves' }).waitFor();
    await page.getByRole('button', { name: 'Show all tools' }).click();
    await eventually(() => names(page)).toHaveLength(12);
    expect(query(page)).toEqual({});
    expect(await page.getByRole('searchbox', { name: 'Search tools' }).inputValue()).toBe('');
  });

  it('is the first page in the usual order where the address makes no sense', async () => {
    const page = await visits.openPage({ expected: [/status of 400/] });
    await page.goto('/?sort=bogus&after=garbage');
    await isShown(page, 'Tools that earn their keep');
    await eventually(() => names(page)).toHaveLength(12);
    const first = await names(page);
    await eventually(() => query(page)).toEqual({ sort: 'bogus' });
    expect(await page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('');
    await page.goto('/');
    await eventually(() => names(page)).toEqual(first);
  });

  it('does not call one back from a page that was chosen while typing', async () => {
    const page = await open();
    const released = Promise.withResolvers<void>();
    await page.route('**/assets/blogs-page*', async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.clock.install();
    await page.getByRole('searchbox', { name: 'Search tools' }).fill('hammer');
    await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click();
    await page.clock.fastForward(1_000);
    released.resolve();
    await isShown(page, 'Blogs');
    expect(new URL(page.url()).pathname).toBe('/blogs');
  });
});
