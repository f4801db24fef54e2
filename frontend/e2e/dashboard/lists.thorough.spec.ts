import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { orderOf } from '../../../backend/testing/api-client.ts';
import type { Booking } from '../../../modules/booking/contract.ts';
import { orderNumber } from '../../../modules/kernel/values/order-number.ts';
import { type Account, admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { paidOrder, toolNamed } from '../buying/orders.ts';
import { flawsOf } from '../looks/flaws.ts';
import { addUpShifts } from '../looks/layout-shifts.ts';
import { show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';

const visits = browserFixture();

const longName = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh Maximiliana Bernadette';
const longEmail = 'maximiliana.bernadette.wolfeschlegelsteinhausenbergerdorff@long-company-name.example.com';
const location = 'Flat 4B, 221 Baker Street, London NW1 6XE, United Kingdom';

/** An order to a place with an address in full. */
async function orderBy(buyer: Account): Promise<string> {
  const { api } = buyer;
  const { _id, PerPrice } = await toolNamed(buyer, 'Adjustable Wrench 10 in');
  const wish = { ...orderOf(api, _id, PerPrice), quantity: 1, location };
  const { status, body } = await api.post<{ insertedId: string }>('/booking', wish);
  expect(status).toBe(201);
  return body.insertedId;
}

/** Pixels: how high a list's lowest and its highest row are, and how far one would have to scroll to see its last column. */
const roomIn = (page: Page, list: string) =>
  page.getByRole('region', { name: list, exact: true }).evaluate((region) => {
    const rows = [...region.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height);
    return { lowest: Math.min(...rows), highest: Math.max(...rows), unseen: region.scrollWidth - region.clientWidth };
  });

let ordered: string;
beforeAll(async () => {
  ordered = await orderBy(await newcomer(visits.origin, 'Zoë O’Brien'));
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

/** As over a slow line: what the shop tells comes later than the page, and that a refund failed last of all. */
async function slowly(page: Page): Promise<void> {
  const calls = /\/(booking|history|people|operations|orders\/counts|products|user)(\/|\?|$)/;
  await page.route(
    (url) => calls.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() === 'document') return route.fallback();
      await setTimeout(300);
      await route.continue().catch(() => undefined);
    },
  );
  const failed = { _id: 'r1', bookingId: ordered, amount: 24, because: 'declined', wasRefunded: true };
  await page.route('**/refunds/failed*', async (route) => {
    await setTimeout(600);
    await route.fulfill({ json: [{ ...failed, at: '2030-01-02T03:04:05.000Z' }] }).catch(() => undefined);
  });
}

describe('a page of the dashboard', () => {
  it('moves nothing on a phone as what it shows comes', async () => {
    const page = await visits.openPage({ width: 390, signedInAs: await admin(visits.origin) });
    const shifted = await addUpShifts(page);
    await slowly(page);
    const shifts: Record<string, number> = {};
    for (const [path, heading, last] of [
      [`/dashboard/orders/${ordered}`, `Order ${orderNumber(ordered)}`, 'What happened'],
      ['/dashboard/status', 'Status', 'Reactors'],
      ['/dashboard/allusers', 'Make Admin', 'Users'],
      ['/dashboard', 'Orders Info', 'Refunds that failed'],
    ] as const) {
      await show(page, { path, heading });
      await page.locator(`table[aria-label="${last}"], ol[aria-label="${last}"]`).waitFor();
      await page.getByRole('region', { name: 'Orders of the shop' }).waitFor();
      shifts[heading] = await shifted();
    }
    for (const [heading, value] of Object.entries(shifts)) expect.soft(value, heading).toBeLessThan(0.1);
  });
});

describe('a receipt on a phone', () => {
  it('has a row for what was bought and its numbers below, its sums in one column, and their names end in one line', async () => {
    const [buyer, chief] = await Promise.all([newcomer(visits.origin, 'Renée Refunded'), admin(visits.origin)]);
    const id = await paidOrder(buyer, 'Cordless Drill 18 V');
    const order = async () => (await buyer.api.get<Booking>(`/booking/${id}`)).body;
    await eventually(async () => (await order()).paid).toBe(true);
    await chief.api.post(`/booking/${id}/refund`, { amount: 125, reason: 'The box was torn.' });
    await eventually(async () => (await order()).refunded).toBe(125);
    const page = await visits.openPage({ width: 390, signedInAs: buyer });
    await show(page, { path: `/dashboard/receipt/${id}`, heading: 'Receipt' });
    await page.getByRole('rowheader', { name: 'Paid after refunds' }).waitFor();
    const [name, amount] = await Promise.all(
      ['Cordless Drill 18 V', '$129.00'].map((text) => page.getByRole('cell', { name: text }).first().boundingBox()),
    );
    expect(name?.width).toBeGreaterThan(250);
    expect(amount?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0));
    for (const column of ['rowheader', 'cell'] as const) {
      const ends = await page
        .locator('tfoot')
        .getByRole(column)
        .evaluateAll((all) => all.map((node) => Math.round(node.getBoundingClientRect().right)));
      expect(ends).toHaveLength(4);
      expect(new Set(ends).size, `${column}: ${ends}`).toBe(1);
    }
  });
});
