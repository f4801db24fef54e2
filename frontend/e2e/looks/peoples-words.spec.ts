import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addTool, orderOf } from '../../../backend/testing/api-client.ts';
import { inTurn } from '../../../backend/testing/as-often.ts';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import { admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { paidOrder } from '../buying/orders.ts';
import { eventually } from '../pages/eventually.ts';
import { show } from './screens-of-the-shop.ts';

const visits = browserFixture();

/** A word that no line has room for, and a sentence that begins at the right. */
const endless = 'Donaudampfschiffahrt'.repeat(5);
const fromTheRight = 'مطرقة جيدة للنجارة';

/** How much wider a page is than its window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Somebody with a name of one long word, who has ordered such a tool, reviewed it and filled in a profile. */
async function writer() {
  const [chief, buyer] = await Promise.all([admin(visits.origin), newcomer(visits.origin, endless)]);
  const img = '/pictures/tools/no-such-picture.svg';
  const toolId = await addTool(chief.api, { name: endless, Description: `${endless} ${endless}`, img });
  await addTool(chief.api, { name: fromTheRight });
  const wish = { ...orderOf(buyer.api, toolId, 19.99), location: endless, phone: '1'.repeat(40) };
  const { body } = await buyer.api.post<{ insertedId: string }>('/booking', wish);
  await buyer.api.post('/reviews', { review: endless, description: `${endless}${endless}` });
  await buyer.api.post('/reviews', { review: fromTheRight, description: fromTheRight });
  const { email } = buyer.user;
  const profile = {
    education: endless,
    location: endless,
    phone: '+880 1',
    social: `https://profile.example/${endless}`,
  };
  await buyer.api.post('/updateuser', { ...profile, email });
  return { chief, buyer, toolId, bookingId: body.insertedId };
}

describe('what people write', () => {
  it('never makes a page wider than its window, nor a picture smaller', async () => {
    const { chief, buyer, toolId, bookingId } = await writer();
    const expected = [/status of 404/];
    const mine = {
      [`/tools/${toolId}`]: endless,
      '/dashboard': 'Orders Info',
      '/dashboard/myorders': 'My Orders',
      [`/dashboard/payment/${bookingId}`]: 'Payment',
      '/dashboard/myprofile': 'My Profile',
    };
    const theirs = {
      '/': 'Tools that earn their keep',
      '/dashboard': 'Orders Info',
      '/dashboard/allusers': 'Make Admin',
      [`/dashboard/people/${buyer.user.email}`]: endless,
      '/dashboard/history': 'History',
      [`/dashboard/history/booking:${bookingId}`]: 'As it was',
      [`/dashboard/history/tool:${toolId}`]: 'As it was',
    };
    for (const [signedInAs, screens] of [
      [buyer, mine],
      [chief, theirs],
    ] as const) {
      const page = await visits.openPage({ width: 390, signedInAs, expected });
      for (const [place, [path, heading]] of Object.entries(screens).entries()) {
        await show(page, { path, heading });
        for (const width of [...inTurn([1280, 390], place), 320]) {
          await page.setViewportSize({ width, height: 844 });
          // Charts take their new width a moment after the window has it.
          await eventually(() => overflow(page), `${path} at ${width}`).toBe(0);
        }
        // The tool's picture is broken too: a drawing of the shop's own stands in its place, as large as any.
        const smallest = { [`/tools/${toolId}`]: 288, '/dashboard/myorders': 48 }[path];
        if (smallest === undefined) continue;
        const picture = page.getByRole('main').locator('img').first();
        await eventually(() => picture.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(0);
        await eventually(() => picture.getAttribute('src')).toBe('/pictures/no-picture.svg');
        expect((await picture.boundingBox())?.width).toBeGreaterThanOrEqual(smallest);
      }
    }
  });

  thoroughly('keeps its paragraphs and lines on the page of a tool', async () => {
    const [chief, buyer] = await Promise.all([admin(visits.origin), newcomer(visits.origin)]);
    const Description = 'Drives nails.\n\nIn the box:\na hammer\na case';
    const specifications = [{ name: 'Care', value: 'Oil it.\nKeep it dry.' }];
    const toolId = await addTool(chief.api, { name: 'Paragraph Plane', Description, specifications });
    // Beside it stand tools of the other tests, of which one has no picture.
    const page = await visits.openPage({ signedInAs: buyer, expected: [/status of 404/] });
    await show(page, { path: `/tools/${toolId}`, heading: 'Paragraph Plane' });
    expect(await page.getByText('Drives nails.').innerText()).toBe(Description);
    expect(await page.getByRole('cell', { name: 'Oil it.' }).innerText()).toBe('Oil it.\nKeep it dry.');
  });

  thoroughly(
    'stands beside its label on a receipt, and a tool below the head of its column, from whichever side it is read',
    async () => {
      const [chief, buyer] = await Promise.all([admin(visits.origin), newcomer(visits.origin, fromTheRight)]);
      const nameOfTool = `${fromTheRight} 2`;
      await addTool(chief.api, { name: nameOfTool });
      const bookingId = await paidOrder(buyer, nameOfTool);
      const page = await visits.openPage({ signedInAs: buyer });
      await page.goto(`/dashboard/receipt/${bookingId}`);
      const receipt = page.getByRole('article', { name: /^Receipt/ });
      await receipt.getByRole('cell', { name: nameOfTool }).waitFor();
      for (const column of ['dd', 'th:text-is("Tool"), tbody td:first-child']) {
        const begins = await receipt.locator(column).evaluateAll((all) =>
          all.map((node) => {
            const range = document.createRange();
            range.selectNodeContents(node);
            return Math.round(range.getBoundingClientRect().left);
          }),
        );
        expect(begins.length).toBeGreaterThan(1);
        expect(new Set(begins).size, `${column}: ${begins}`).toBe(1);
      }
    },
  );

  thoroughly('reads from its own side', async () => {
    const page = await visits.openPage({ expected: [/status of 404/] });
    await page.goto('/');
    const review = page.getByRole('figure').filter({ hasText: fromTheRight });
    await review.waitFor();
    const directions = await review
      .locator('p')
      .evaluateAll((nodes) => nodes.map((node) => getComputedStyle(node).direction));
    expect(directions).toEqual(['rtl', 'rtl']);
    await page.goto('/?search=مطرقة');
    const tool = page.getByRole('region', { name: 'Tools' }).getByRole('heading', { name: fromTheRight, exact: true });
    expect(await tool.evaluate((node) => getComputedStyle(node).direction)).toBe('rtl');
    expect(
      await page
        .getByRole('main')
        .getByRole('searchbox')
        .evaluate((node) => getComputedStyle(node).direction),
    ).toBe('rtl');
  });
});
