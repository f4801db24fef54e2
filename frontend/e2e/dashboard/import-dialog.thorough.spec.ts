import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { admin } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { show } from '../looks/screens-of-the-shop.ts';

const visits = browserFixture();

const columns = 'name,img,Description,MinimumOrder,Available,PerPrice,Ratings';
const rows = Array.from({ length: 20 }, (_, n) => `Tall Tin ${n},/pictures/tools/hand-saw.svg,Fine,1,5,2.50,4`);
const file = { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from([columns, ...rows].join('\n')) };

const middleOf = async (one: Locator) => {
  const { x, y, width, height } = (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
};

/** Whether nothing lies over it, and all of it is in the window. */
function isInSight(node: Element): boolean {
  const { left, top, bottom } = node.getBoundingClientRect();
  return [top + 1, bottom - 1].every((y) => node.contains(document.elementFromPoint(left + 9, y)));
}

describe('the dialog of an import that is longer than a phone', () => {
  it('keeps its title and its buttons readable while it is scrolled, and what turns in a button in its middle', async () => {
    const page = await visits.openPage({ width: 390, motion: 'reduce', signedInAs: await admin(visits.origin) });
    await page.setViewportSize({ width: 390, height: 500 });
    await show(page, { path: '/dashboard/products', heading: 'Products' });
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import products' });
    await dialog.getByLabel('CSV file').setInputFiles(file);
    await dialog.getByText('20 would be added', { exact: false }).waitFor();
    const apply = dialog.getByRole('button', { name: 'Apply 20 rows' });
    for (const height of [844, 500]) {
      await page.setViewportSize({ width: 390, height });
      expect(await apply.evaluate(isInSight), `in a window ${height} high`).toBe(true);
    }
    // What is applied has no answer for as long as one looks.
    await page.route('**/products/import?dryRun=false*', () => undefined);
    await apply.click();
    await dialog.getByRole('button', { name: 'Stop' }).waitFor();
    await page.locator('.mantine-Modal-content').evaluate((node) => node.scrollTo({ top: node.scrollHeight }));
    const head = page.locator('.mantine-Modal-header');
    const { isScrolled, colour } = await head.evaluate((node) => ({
      isScrolled: [...document.querySelectorAll('.mantine-Modal-content')].some(({ scrollTop }) => scrollTop > 0),
      colour: getComputedStyle(node).backgroundColor,
    }));
    expect(isScrolled).toBe(true);
    expect(colour).toMatch(/^rgb\(/);
    const turning = page.locator('.mantine-Button-root:has(.mantine-Button-loader)');
    const [button, loader] = [await middleOf(turning), await middleOf(turning.locator('.mantine-Button-loader'))];
    expect(Math.abs(loader.x - button.x)).toBeLessThan(2);
    expect(Math.abs(loader.y - button.y)).toBeLessThan(2);
  });
});
