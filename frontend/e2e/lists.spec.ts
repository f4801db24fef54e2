import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { orderOf } from '../../backend/testing/api-client.ts';
import { type Account, admin, newcomer } from './account.ts';
import { browserFixture } from './browser-fixture.ts';
import { eventually } from './eventually.ts';
import { flawsOf } from './flaws.ts';
import { toolNamed } from './orders.ts';
import { show } from './screens-of-the-shop.ts';

const visits = browserFixture();

const longName = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh Maximiliana Bernadette';
const longEmail = 'maximiliana.bernadette.wolfeschlegelsteinhausenbergerdorff@long-company-name.example.com';
const location = 'Flat 4B, 221 Baker Street, London NW1 6XE, United Kingdom';

/** An order to a place with an address in full. */
async function orderBy(buyer: Account): Promise<void> {
  const { api } = buyer;
  const { _id, PerPrice } = await toolNamed(buyer, 'Adjustable Wrench 10 in');
  const { status } = await api.post('/booking', { ...orderOf(api, _id, PerPrice), quantity: 1, location });
  expect(status).toBe(201);
}

/** Pixels: how high a list's lowest and its highest row are, and how far one would have to scroll to see its last column. */
const roomIn = (page: Page, list: string) =>
  page.getByRole('region', { name: list, exact: true }).evaluate((region) => {
    const rows = [...region.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height);
    return { lowest: Math.min(...rows), highest: Math.max(...rows), unseen: region.scrollWidth - region.clientWidth };
  });

beforeAll(async () => {
  await orderBy(await newcomer(visits.origin, 'Zoë O’Brien'));
  await orderBy(await newcomer(visits.origin, longName, longEmail));
});

describe('the lists of admins', () => {
  it('have room for names, addresses and how it stands, beside the menu and in a wider window', async () => {
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    for (const [path, heading, list, low, high] of [
      ['/dashboard/products', 'Products', 'Products', 80, 96],
      ['/dashboard/allusers', 'Make Admin', 'Users', 62, 140],
      ['/dashboard', 'Orders Info', 'Orders', 140, 290],
    ] as const) {
      await show(page, { path, heading });
      for (const width of [1024, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await eventually(() => flawsOf(page), `${list} at ${width}`).toEqual([]);
        const { lowest, highest, unseen } = await roomIn(page, list);
        expect(unseen, `of ${list} at ${width}`).toBeLessThanOrEqual(0);
        expect(lowest, `of ${list} at ${width}`).toBeLessThanOrEqual(low);
        expect(highest, `of ${list} at ${width}`).toBeLessThanOrEqual(high);
      }
    }
  });
});
