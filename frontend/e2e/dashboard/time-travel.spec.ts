import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addTool } from '../../../backend/testing/api-client.ts';
import { isThorough } from '../../../backend/testing/as-often.ts';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import type { HistoryEntry } from '../../../modules/audit/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { order, paidOrder, toolNamed } from '../buying/orders.ts';
import { violationsOn } from '../looks/axe.ts';
import { flawsOf } from '../looks/flaws.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';
import { lostInForcedColours } from '../looks/seen-otherwise.ts';
import { eventually } from '../pages/eventually.ts';

const visits = browserFixture();
const hammer = 'Claw Hammer 16 oz';

const slider = (page: Page) => page.getByRole('slider', { name: 'Event' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const at = (page: Page) => new URL(page.url()).searchParams.get('at');

/** The rows of the table: what a field was, what it became, and how that is said. */
async function fields(page: Page): Promise<Record<string, string[]>> {
  const rows = page.getByRole('table', { name: 'Before and after' }).locator('tbody tr');
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
  );
  return Object.fromEntries(texts.map(([field = '', ...rest]) => [field, rest]));
}

describe('time travel', () => {
  it('steps an order through its events, and marks what each of them changed', async () => {
    const chief = await admin(visits.origin);
    const buyer = await newcomer(visits.origin, 'Tina Traveller');
    const id = await paidOrder(buyer, hammer);
    const isPaid = async () => (await chief.api.get<HistoryEntry[]>(`/history?entity=booking:${id}`)).body;
    await eventually(async () => (await isPaid())[0]?.type).toBe('BookingPaid');
    const events = (await isPaid()).toReversed();
    const page = await visits.openPage({ signedInAs: chief });
    await show(page, { path: `/dashboard/history?entity=booking:${id}`, heading: 'History' });
    await page.getByRole('link', { name: 'As it was, step by step' }).click();
    await isShown(page, 'As it was');
    await eventually(() => fields(page)).toMatchObject({
      status: ['unpaid', 'paid', 'Changed'],
      paid: ['false', 'true', 'Changed'],
      buyerName: ['Tina Traveller', 'Tina Traveller', ''],
    });
    await page.getByText(`Event ${events.length} of ${events.length}`).waitFor();

    await slider(page).focus();
    await page.keyboard.press('Home');
    await eventually(() => fields(page)).toMatchObject({
      status: ['nothing', 'unpaid', 'New'],
      buyerName: ['nothing', 'Tina Traveller', 'New'],
    });
    await eventually(() => slider(page).getAttribute('aria-valuetext')).toContain('Tina Traveller ordered');
    await eventually(() => at(page)).toBe(events[0]?.position);
    await page.reload();
    await isShown(page, 'As it was');
    await eventually(() => fields(page)).toMatchObject({ status: ['nothing', 'unpaid', 'New'] });

    await press(page, 'Event after');
    await eventually(() => at(page)).toBe(events[1]?.position);
    await eventually(() => slider(page).inputValue()).toBe('1');
    await press(page, 'Now');
    await eventually(() => at(page)).toBe(null);
    await eventually(async () => (await fields(page)).status).toEqual(['unpaid', 'paid', 'Changed']);
    if (isThorough) expect(await violationsOn(page)).toEqual([]);
    // At the end, whose buttons lead nowhere.
    expect(await lostInForcedColours(page)).toEqual([]);
    await page.goBack();
    await eventually(() => at(page)).toBe(events[1]?.position);
  });

  thoroughly('breaks no word of its own beside a long text', async () => {
    const chief = await admin(visits.origin);
    const Description = 'A level that is long enough for a whole door, and straight. '.repeat(5).trim();
    const id = await addTool(chief.api, { name: 'Long Level', Description });
    const page = await visits.openPage({ signedInAs: chief });
    await show(page, { path: `/dashboard/history/tool:${id}`, heading: 'As it was' });
    await eventually(() => fields(page)).toMatchObject({ name: ['nothing', 'Long Level', 'New'] });
    expect(await flawsOf(page)).toEqual([]);
  });

  thoroughly('shows the order counts as of any moment and position, and goes on while one looks at now', async () => {
    const chief = await admin(visits.origin);
    const buyer = await newcomer(visits.origin, 'Conny Counted');
    await order(buyer, hammer, 1);
    const page = await visits.openPage({ signedInAs: chief, expected: [/status of 40[04]/] });
    await show(page, { path: '/dashboard/history', heading: 'History' });
    await page.getByRole('link', { name: 'Order counts as they were' }).click();
    await isShown(page, 'As it was');
    const total = async () => Number((await fields(page)).total?.[1]);
    await eventually(total).toBeGreaterThan(0);
    const before = await total();
    await order(buyer, hammer, 1);
    await eventually(async () => (await fields(page)).total).toEqual([String(before), String(before + 1), 'Changed']);

    await press(page, 'Event before');
    await eventually(total).toBe(before);
    const then = await eventuallyAt(page);
    await order(buyer, hammer, 1);
    await page.reload();
    await isShown(page, 'As it was');
    await eventually(total).toBe(before);

    const form = page.getByRole('form', { name: 'Go to a moment' });
    await form.getByRole('textbox', { name: 'or of the position' }).fill(String(BigInt(then) - 1n));
    await form.getByRole('button', { name: 'Go there' }).click();
    await eventually(total).toBe(before - 1);
    await form.getByLabel('As of the moment').fill('2999-01-02T03:04:05');
    await form.getByRole('textbox', { name: 'or of the position' }).fill('');
    await form.getByRole('button', { name: 'Go there' }).click();
    await eventually(() => at(page)).toBe('2999-01-02T03:04:05.999999Z');
    await eventually(async () => (await fields(page)).total?.[1]).toBe(String(before + 2));
    // On that day nobody has ordered anything yet.
    expect((await fields(page))['today.orders']?.[1]).toBe('0');

    await page.goto('/dashboard/history/order-counts?at=2001-01-01T00:00:00Z');
    await page.getByRole('heading', { name: 'There was nothing then' }).waitFor();
    await page.getByRole('button', { name: 'See it now' }).click();
    await eventually(total).toBe(before + 2);
    await page.goto('/dashboard/history/order-counts?at=yesterday');
    await page.getByRole('heading', { name: 'That cannot be looked for' }).waitFor();
    await page.goto('/dashboard/history/tool:none');
    await page.getByRole('heading', { name: 'There was no such thing then' }).waitFor();
  });

  thoroughly('goes through hundreds of events of a tool, further than those at hand', async () => {
    const chief = await admin(visits.origin);
    const buyer = await newcomer(visits.origin, 'Harry Hundreds');
    const { _id: toolId } = await toolNamed(chief, 'Digital Caliper 150 mm');
    for (let left = 70; left > 0; left -= 1) {
      const { id } = await order(buyer, 'Digital Caliper 150 mm', 1);
      await buyer.api.delete(`/booking/${id}`);
    }
    const page = await visits.openPage({ signedInAs: chief });
    await show(page, { path: `/dashboard/history/tool:${toolId}`, heading: 'As it was' });
    const available = async () => (await fields(page)).Available?.[1];
    const { Available } = (await chief.api.get<Tool>(`/tool/${toolId}`)).body;
    await eventually(available).toBe(String(Available));
    await slider(page).focus();
    await page.keyboard.press('Home');
    const edge = await eventuallyAt(page);
    await press(page, 'Event before');
    await eventually(async () => BigInt((await eventuallyAt(page)) || '0') < BigInt(edge)).toBe(true);
    await press(page, 'Event after');
    await eventually(() => at(page)).toBe(edge);

    // Dragged to and fro, as fast as a hand can: the address follows once it rests.
    const box = await slider(page).boundingBox();
    if (!box) throw new Error('There is no slider.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    for (let step = 0; step < 300; step += 1)
      await page.mouse.move(box.x + ((step * 7) % Math.floor(box.width)), box.y + box.height / 2);
    await page.mouse.up();
    await eventually(async () => (await fields(page)).name?.[1]).toBe('Digital Caliper 150 mm');

    await press(page, 'First event');
    await eventually(async () => (await fields(page)).name).toEqual(['nothing', 'Digital Caliper 150 mm', 'New']);
  });
});

/** Where the address says that one is, once it says so. */
async function eventuallyAt(page: Page): Promise<string> {
  await eventually(() => at(page)).not.toBe(null);
  return at(page) ?? '';
}
