import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addTool } from '../../../backend/testing/api-client.ts';
import { inTurn } from '../../../backend/testing/as-often.ts';
import { type Account, admin, newcomer, shopper } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';
import { cutSockets, noSockets } from '../pages/cut-sockets.ts';
import { eventually } from '../pages/eventually.ts';
import { order, ordersOf, toolNamed } from './orders.ts';

const visits = browserFixture();

async function openTool(
  buyer: Account,
  name: string,
  expected: RegExp[] = [],
  width: 1280 | 390 = 1280,
  prepare: (page: Page) => Promise<void> = async () => undefined,
): Promise<Page> {
  const { _id } = await toolNamed(buyer, name);
  const page = await visits.openPage({ signedInAs: buyer, expected, width });
  await prepare(page);
  await page.goto(`/tools/${_id}`);
  await isShown(page, name);
  return page;
}

const field = (page: Page, name: string) => page.getByRole('main').getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('ordering a tool', () => {
  it('begins with the smallest order, and says so to who wants less', async () => {
    const page = await openTool(await shopper(visits.origin), 'Utility Knife');
    const quantity = field(page, 'Quantity');
    expect(await quantity.inputValue()).toBe('3');
    await press(page, 'Decrease');
    await page.getByText('You have to purchase atleast 3 items', { exact: true }).waitFor();
    expect(await quantity.inputValue()).toBe('3');
    await press(page, 'Increase');
    expect(await quantity.inputValue()).toBe('4');
    expect(await field(page, 'Price').inputValue()).toBe('$28.00');
    await quantity.fill('1');
    await quantity.blur();
    await page.getByText('You have to purchase atleast 3 items', { exact: true }).waitFor();
    await press(page, 'Decrease');
    expect(await quantity.inputValue()).toBe('3');
    await page.getByText('You have to purchase atleast 3 items', { exact: true }).waitFor();
  });

  it('ends with what is there', async () => {
    const page = await openTool(await shopper(visits.origin), 'Bench Vise 125 mm');
    await field(page, 'Quantity').fill('100');
    await field(page, 'Quantity').press('Tab');
    await page.getByText('Only 9 left', { exact: true }).waitFor();
    await press(page, 'Increase');
    expect(await field(page, 'Quantity').inputValue()).toBe('9');
    await press(page, 'Increase');
    expect(await field(page, 'Quantity').inputValue()).toBe('9');
  });

  it.each(inTurn([1280, 390] as const, 1))(
    'never takes more or fewer than was typed, %i pixels wide',
    async (width) => {
      const buyer = await newcomer(visits.origin);
      const page = await openTool(buyer, 'Utility Knife', [], width);
      const quantity = field(page, 'Quantity');
      await field(page, 'Location').fill('1 Hasty Road');
      await field(page, 'Phone').fill('+880 1900 000000');
      const { Available } = await toolNamed(buyer, 'Utility Knife');
      const place = page.getByRole('button', { name: 'Place the order' });
      const orders = [() => quantity.press('Enter'), () => place.click({ delay: 50 })];
      for (const [typed, message] of [
        ['999999', `Only ${Available} left`],
        ['0', 'You have to purchase atleast 3 items'],
      ] as const) {
        for (const attempt of orders) {
          await quantity.fill(typed);
          await place.scrollIntoViewIfNeeded();
          const before = await place.boundingBox();
          await attempt();
          await page.getByRole('alert').getByText(message, { exact: true }).waitFor();
          await eventually(() => quantity.evaluate((node) => node === document.activeElement)).toBe(true);
          expect(await quantity.inputValue()).toBe(typed);
          expect(await place.boundingBox()).toEqual(before);
        }
      }
      await isShown(page, 'Utility Knife');
      expect(await ordersOf(buyer)).toEqual([]);

      await quantity.fill('4');
      await quantity.press('Enter');
      await page.waitForURL('**/dashboard/payment/*');
      expect(await ordersOf(buyer)).toMatchObject([{ quantity: 4 }]);
    },
  );

  it('shows what it costs whole, however much that is, and stays within its sheet', async () => {
    const { api } = await admin(visits.origin);
    const page = await visits.openPage({ signedInAs: await newcomer(visits.origin) });
    for (const PerPrice of [9_999.99, 999_999.99]) {
      const name = `Golden Hammer for ${PerPrice}`;
      const toolId = await addTool(api, { name, PerPrice });
      await show(page, { path: `/tools/${toolId}`, heading: name });
      for (const width of [1280, 900, 430, 390, 385, 320]) {
        await page.setViewportSize({ width, height: 844 });
        const tooWide = () =>
          page.getByLabel('Price').evaluate((field) => {
            const sheet = field.closest('form')?.parentElement;
            const room = sheet ? Number.parseFloat(getComputedStyle(sheet).paddingRight) : 0;
            const edge = (sheet?.getBoundingClientRect().right ?? 0) - room;
            return [field.scrollWidth - field.clientWidth, field.getBoundingClientRect().right > edge];
          });
        await eventually(tooWide, `${PerPrice} at ${width}`).toEqual([0, false]);
      }
    }
  });

  it('asks for a location and a phone; name, email and price cannot be changed', async () => {
    const buyer = await shopper(visits.origin);
    const page = await openTool(buyer, 'Claw Hammer 16 oz');
    for (const name of ['Name', 'Email', 'Price']) {
      expect(await field(page, name).getAttribute('readonly')).not.toBeNull();
    }
    expect(await field(page, 'Email').inputValue()).toBe(buyer.user.email);
    await press(page, 'Place the order');
    await eventually(() => page.getByText('Required', { exact: true }).count()).toBe(2);
    await eventually(() => field(page, 'Location').evaluate((node) => node === document.activeElement)).toBe(true);
  });

  it('is not offered for what is sold out', async () => {
    const page = await openTool(await shopper(visits.origin), 'Ball Bearing 6204-2RS');
    await page.getByRole('heading', { name: 'Sold out' }).waitFor();
    expect(await page.getByRole('button', { name: 'Place the order' }).count()).toBe(0);
    await page.goto('/?search=bearing');
    await page.getByRole('article').filter({ hasText: 'Ball Bearing' }).getByText('Sold out').waitFor();
  });

  it('says how many are left when somebody was quicker, and keeps what was typed', async () => {
    await addTool((await admin(visits.origin)).api, { name: 'Last Chisel', Available: 5, PerPrice: 10 });
    const [slow, quick] = [await newcomer(visits.origin), await newcomer(visits.origin)];
    const page = await openTool(slow, 'Last Chisel', [/status of 409/]);
    await field(page, 'Location').fill('2 Late Lane');
    await field(page, 'Phone').fill('+880 1900 000000');
    await field(page, 'Quantity').fill('4');
    await field(page, 'Quantity').blur();
    await order(quick, 'Last Chisel', 3);

    await press(page, 'Place the order');
    await page.getByRole('alert').getByText('Only 2 left', { exact: true }).waitFor();
    expect(await field(page, 'Location').inputValue()).toBe('2 Late Lane');
    expect(await field(page, 'Phone').inputValue()).toBe('+880 1900 000000');
    expect(await field(page, 'Quantity').inputValue()).toBe('4');
    expect(await ordersOf(slow)).toEqual([]);
    await page.getByRole('status').getByText('Somebody else was faster.').waitFor();
    await page.getByRole('region', { name: 'Still on the shelves' }).getByRole('article').first().waitFor();

    await field(page, 'Quantity').fill('2');
    await press(page, 'Place the order');
    await page.waitForURL('**/dashboard/payment/*');
    expect((await toolNamed(slow, 'Last Chisel')).Available).toBe(0);
  });

  it('takes who lost the last pieces to what is said of it', async () => {
    await addTool((await admin(visits.origin)).api, { name: 'Last Rasp', Available: 2, PerPrice: 10 });
    const [slow, quick] = [await newcomer(visits.origin), await newcomer(visits.origin)];
    const page = await openTool(slow, 'Last Rasp', [/status of 409/, ...noSockets], 1280, cutSockets);
    await field(page, 'Location').fill('3 Late Lane');
    await field(page, 'Phone').fill('+880 1900 000000');
    // Without a socket it asks now and then; not before it is refused, or the button could not be pressed any more.
    const refused = page.waitForResponse(/\/booking$/);
    await page.route(/\/tool\/[^/]+$/, async (route) => {
      await refused;
      await route.continue();
    });
    await order(quick, 'Last Rasp', 2);
    await page.getByRole('button', { name: 'Place the order' }).press('Enter');
    const outcome = page.getByRole('status').filter({ hasText: 'Somebody else was faster.' });
    await eventually(() => outcome.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.getByRole('alert').getByText('Sold out', { exact: true }).waitFor();
    expect(await page.getByText('Only 0 left').count()).toBe(0);
  });

  it('says that there is no such tool, and no such order', async () => {
    const page = await visits.openPage({ signedInAs: await shopper(visits.origin), expected: [/status of 404/] });
    await page.goto('/tools/nonsense');
    await page.getByRole('heading', { name: 'There is no such tool' }).waitFor();
    const { id } = await order(await newcomer(visits.origin), 'Claw Hammer 16 oz');
    await page.goto(`/dashboard/payment/${id}`);
    await page.getByRole('heading', { name: 'There is no such order' }).waitFor();
  });
});
