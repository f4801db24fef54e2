import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { addTool } from '../../../backend/testing/api-client.ts';
import { admin } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';

const visits = browserFixture();
const made = 27;
const perPage = 25;

/** More than a page of them, of which the last is the dearest. */
beforeAll(async () => {
  const { api } = await admin(visits.origin);
  for (let place = 1; place <= made; place += 1) {
    await addTool(api, { name: `Returning Rivet ${String(place).padStart(2, '0')}`, PerPrice: place });
  }
});

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search products' });
const names = (page: Page) => page.getByRole('link', { name: /^Edit / }).allTextContents();

/** What of the list a person sees: what is in the fields, the first row, and how many there are. */
async function seen(page: Page) {
  const [first, ...others] = await names(page);
  const chosen = (label: string) =>
    page.getByLabel(label).evaluate((node: HTMLSelectElement) => node.selectedOptions[0]?.text);
  return {
    searched: await search(page).inputValue(),
    state: await chosen('State'),
    sort: await chosen('Sort by'),
    first,
    rows: others.length + 1,
  };
}

const whole = { searched: '', state: 'All', sort: 'Name', first: 'Adjustable Wrench 10 in', rows: perPage };
const offered = { ...whole, state: 'Offered' };
const found = { ...offered, searched: 'Returning', first: 'Returning Rivet 01' };
const sorted = { ...found, sort: 'Dearest', first: 'Returning Rivet 27' };
const second = { ...sorted, first: 'Returning Rivet 02', rows: made - perPage };

/** Does what an admin would, a step each. */
async function lookAround(page: Page): Promise<void> {
  await show(page, { path: '/dashboard/products', heading: 'Products' });
  await eventually(() => seen(page)).toEqual(whole);
  await page.getByLabel('State').selectOption('Offered');
  await eventually(() => seen(page)).toEqual(offered);
  await search(page).pressSequentially('Returning', { delay: 30 });
  await eventually(() => seen(page)).toEqual(found);
  await page.getByLabel('Sort by').selectOption('Dearest');
  await eventually(() => seen(page)).toEqual(sorted);
  await page.getByRole('link', { name: 'Next page' }).click();
  await eventually(() => seen(page)).toEqual(second);
}

describe('Back on the list of products', () => {
  it('undoes what was looked for step by step, a word at once; Forward brings it again', async () => {
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    await show(page, { path: '/timing', heading: 'Our Timings' });
    await lookAround(page);
    for (const before of [sorted, found, offered, whole]) {
      await page.goBack();
      await eventually(() => seen(page)).toEqual(before);
    }
    for (const after of [offered, found, sorted, second]) {
      await page.goForward();
      await eventually(() => seen(page)).toEqual(after);
    }
    await page.reload();
    await eventually(() => seen(page)).toEqual(second);
    for (let steps = 0; steps < 5; steps += 1) await page.goBack();
    await isShown(page, 'Our Timings');
  });

  it('closes what is edited, and is no step more after that was closed by hand', async () => {
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    await lookAround(page);
    const drawer = page.getByRole('dialog', { name: 'Edit Returning Rivet 01' });
    const edit = page.getByRole('link', { name: 'Edit Returning Rivet 01' });

    await edit.click();
    await drawer.waitFor();
    await page.goBack();
    await drawer.waitFor({ state: 'hidden' });
    await eventually(() => seen(page)).toEqual(second);

    await edit.click();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await drawer.waitFor({ state: 'hidden' });
    await eventually(() => seen(page)).toEqual(second);
    // The way to the page before is still known.
    await page.getByRole('link', { name: 'Previous page' }).waitFor();
    await page.goBack();
    await eventually(() => seen(page)).toEqual(sorted);
  });

  it('leads away from a product whose address was opened, once it is closed', async () => {
    const { api } = await admin(visits.origin);
    const id = await addTool(api, { name: 'Linked Lathe' });
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    await show(page, { path: '/timing', heading: 'Our Timings' });
    await page.goto(`/dashboard/products?search=Linked&edit=${id}`);
    const drawer = page.getByRole('dialog', { name: 'Edit Linked Lathe' });
    await drawer.getByRole('button', { name: 'Close' }).click();
    await drawer.waitFor({ state: 'hidden' });
    await eventually(() => names(page)).toEqual(['Linked Lathe']);
    await page.goBack();
    await isShown(page, 'Our Timings');
  });
});
