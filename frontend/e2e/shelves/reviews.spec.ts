import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addTool } from '../../../backend/testing/api-client.ts';
import { inTurn } from '../../../backend/testing/as-often.ts';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { type Account, admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { ordersOf, paidOrder } from '../buying/orders.ts';
import { violationsOn } from '../looks/axe.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';

const visits = browserFixture();
const fromTheRight = 'منى النجار';

/** A tool that an admin says has 4.5 stars, and somebody who has paid for one. */
async function bought(name: string, buyerName = 'Mona Mason') {
  const [chief, buyer] = [await admin(visits.origin), await newcomer(visits.origin, buyerName)];
  const toolId = await addTool(chief.api, { name, Ratings: 4.5, MinimumOrder: 1, PerPrice: 5 });
  await paidOrder(buyer, name);
  await eventually(async () => (await ordersOf(buyer))[0]?.status).toBe('paid');
  return { chief, buyer, toolId };
}

const ratingOf = async ({ api }: Account, toolId: string) => (await api.get<Tool>(`/tool/${toolId}`)).body.Ratings;
const section = (page: Page) => page.getByRole('region', { name: 'Reviews', exact: true });

/** Opens the tool's page and goes down to its reviews, whose code comes then. */
async function toReviews(page: Page, toolId: string, name: string): Promise<void> {
  await show(page, { path: `/tools/${toolId}`, heading: name });
  await eventually(async () => {
    await page.mouse.wheel(0, 600);
    return section(page).count();
  }).toBe(1);
  await section(page).scrollIntoViewIfNeeded();
}

describe('a review of a tool', () => {
  it('is written on a phone from the order, hidden on a desk with a reason, and shown again; the rating follows', async () => {
    const name = 'Reviewed Router';
    const { chief, buyer, toolId } = await bought(name);
    const phone = await visits.openPage({ width: 390, signedInAs: buyer });
    await show(phone, { path: '/dashboard/myorders', heading: 'My Orders' });
    await phone.getByRole('link', { name: `Review this tool: ${name}` }).click();
    await isShown(phone, 'Add a Review');
    const chosen = phone.getByRole('combobox', { name: 'What it is about' });
    await eventually(() => chosen.locator('option:checked').textContent()).toBe(name);
    await phone.getByRole('radio', { name: '2 stars' }).check();
    await phone.getByRole('textbox', { name: 'Review', exact: true }).fill('Rather loud');
    await phone.getByRole('textbox', { name: 'Description' }).fill('My neighbour at 5 Loud Lane complained.');
    await phone.getByRole('button', { name: 'Add the review' }).click();
    await phone.getByText('Successfully Added A New Review').waitFor();
    await phone.getByText('You have reviewed this tool already.').waitFor();
    // A review is as wide as the form above it, also where there is room for more.
    const mine = phone
      .getByRole('region', { name: 'Your reviews' })
      .getByRole('article')
      .filter({ hasText: 'Rather loud' });
    await mine.waitFor();
    await phone.setViewportSize({ width: 1280, height: 800 });
    const head = phone.getByRole('main').locator('header').first();
    await eventually(async () => (await mine.boundingBox())?.width).toBe((await head.boundingBox())?.width);
    await phone.setViewportSize({ width: 390, height: 844 });
    expect(await ratingOf(buyer, toolId)).toBe(2);

    const desk = await visits.openPage({ signedInAs: chief });
    await toReviews(desk, toolId, name);
    await section(desk).getByText('From 1 person who bought it here').waitFor();
    await section(desk).getByRole('article').getByText('Bought here').waitFor();
    await toReviews(phone, toolId, name);
    await section(phone).getByText('· Yours').waitFor();

    await section(desk).getByRole('button', { name: 'Hide the review “Rather loud”' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Hide this review' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('It names a neighbour.');
    await dialog.getByRole('button', { name: 'Hide the review' }).click();
    await desk.getByText('The review is hidden', { exact: true }).waitFor();
    await section(desk).getByText('1 hidden review').waitFor();
    // Who wrote it has the page open, and hears of it.
    await section(phone).getByText('Your review is hidden.').waitFor();
    await section(phone).getByText('It names a neighbour.').waitFor();
    await eventually(() => ratingOf(buyer, toolId)).toBe(4.5);
    await phone.getByRole('img', { name: 'Rated 4.5 of 5' }).first().waitFor();
    const other = await visits.openPage({ signedInAs: await newcomer(visits.origin) });
    await toReviews(other, toolId, name);
    await section(other).getByText('No reviews yet.').waitFor();
    expect(await section(other).getByText('Rather loud').count()).toBe(0);

    await section(desk).getByText('1 hidden review').click();
    await section(desk).getByRole('button', { name: 'Show the review “Rather loud” again' }).click();
    await section(phone).getByText('· Yours').waitFor();
    await section(other).getByRole('article').getByText('Rather loud').waitFor();
    await other.getByRole('img', { name: 'Rated 2 of 5' }).first().waitFor();
  });

  thoroughly('is written with the keyboard alone, by somebody whose name is read from the right', async () => {
    const name = 'Keyed Kerf';
    const { buyer, toolId } = await bought(name, fromTheRight);
    const page = await visits.openPage({ signedInAs: buyer });
    await show(page, { path: `/dashboard/review?tool=${toolId}`, heading: 'Add a Review' });
    await page.getByRole('radio', { name: '1 star' }).waitFor();
    await page.getByRole('combobox', { name: 'What it is about' }).focus();
    await page.keyboard.press('Tab');
    for (const _ of ['2', '3', '4', '5']) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Cuts');
    await page.keyboard.press('Tab');
    await page.keyboard.type('A fine kerf.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('You have reviewed this tool already.').waitFor();
    expect(await ratingOf(buyer, toolId)).toBe(5);
    await toReviews(page, toolId, name);
    const by = section(page).getByRole('article').locator('bdi');
    expect(await by.textContent()).toBe(fromTheRight);
    expect(await by.evaluate((node) => getComputedStyle(node).direction)).toBe('rtl');
  });

  thoroughly(
    'is shown on the home page with the tool, whose page has it too; those of the demo are marked as bought by nobody',
    async () => {
      const name = 'Digital Caliper 150 mm';
      const page = await visits.openPage({ signedInAs: await newcomer(visits.origin) });
      await show(page, { path: '/', heading: 'Tools that earn their keep' });
      const shown = page.getByRole('figure').filter({ hasText: 'Good caliper for the price' });
      await shown.getByRole('link', { name }).click();
      await isShown(page, name);
      const toolId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      await toReviews(page, toolId, name);
      const review = section(page).getByRole('article').filter({ hasText: 'Good caliper for the price' });
      await review.waitFor();
      expect(await review.getByText('Bought here').count()).toBe(0);
    },
  );

  thoroughly('has nothing that axe finds, nor has the dialog that hides it', async () => {
    const name = 'Inspected Iron';
    const { chief, buyer, toolId } = await bought(name);
    const said = { review: 'Even', description: 'Heats evenly.', toolId, rating: 4 };
    expect((await buyer.api.post('/reviews', said)).status).toBe(201);
    const sides = [[1280, 'light'] as const, [390, 'dark'] as const];
    for (const [width, scheme] of inTurn(sides, 1)) {
      const page = await visits.openPage({ width, scheme, motion: 'reduce', signedInAs: chief });
      await toReviews(page, toolId, name);
      await section(page).getByText('Heats evenly.').waitFor();
      expect(await violationsOn(page), `the section, ${scheme}`).toEqual([]);
      await section(page).getByRole('button', { name: /^Hide/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Hide the review' }).waitFor();
      expect(await violationsOn(page), `the dialog, ${scheme}`).toEqual([]);
      const writer = await visits.openPage({ width, scheme, motion: 'reduce', signedInAs: buyer });
      await show(writer, { path: '/dashboard/review', heading: 'Add a Review' });
      await writer.getByRole('region', { name: 'Your reviews' }).waitFor();
      await writer.getByRole('combobox').selectOption({ index: 0 });
      expect(await violationsOn(writer), `the form, ${scheme}`).toEqual([]);
      await show(page, { path: '/dashboard/review', heading: 'Add a Review' });
      await page.getByRole('region', { name: "Everybody's reviews" }).getByText('Heats evenly.').waitFor();
      expect(await violationsOn(page), `everybody's reviews, ${scheme}`).toEqual([]);
    }
  });
});
