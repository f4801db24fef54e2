import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isThorough } from '../../../backend/testing/as-often.ts';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import type { HistoryEntry } from '../../../modules/audit/contract.ts';
import { orderNumber } from '../../../modules/kernel/values/order-number.ts';
import { type Account, admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { order, paidOrder, toolNamed } from '../buying/orders.ts';
import { violationsOn } from '../looks/axe.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';

const visits = browserFixture();
const hammer = 'Claw Hammer 16 oz';
const history = { path: '/dashboard/history', heading: 'History' };

const entries = (page: Page) => page.getByRole('list', { name: 'Events' }).locator('> li');
const sentences = (page: Page) => entries(page).locator('p:first-child').allTextContents();
const askedFor = (page: Page) => new URL(page.url()).searchParams;
const newest = async ({ api }: Account, query: string) =>
  (await api.get<HistoryEntry[]>(`/history?${query}&limit=1`)).body[0];

describe('the history', () => {
  it('says what happened, who did it and what it changed, and has the event behind a click', async () => {
    const chief = await admin(visits.origin);
    const { user } = await newcomer(visits.origin, 'Paula Promoted');
    await chief.api.put(`/user/admin/${user.email}`);
    const page = await visits.openPage({ signedInAs: chief });
    await show(page, { path: '/dashboard', heading: 'Orders Info' });
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'History' }).click();
    await isShown(page, 'History');
    const entry = entries(page).filter({ hasText: 'Demo Admin promoted Paula Promoted to admin' });
    expect(await entry.getByRole('list', { name: 'What changed' }).allInnerTexts()).toEqual(['role admin']);
    expect(await entry.getByText('by Demo Admin').count()).toBe(1);
    expect(await entry.getByRole('link', { name: `History of Person ${user.uid.slice(0, 8)}` }).count()).toBe(1);
    expect(await entry.locator('time').getAttribute('datetime')).toMatch(/^\d{4}-.*\.\d{6}Z$/);
    const raw = entry.locator('pre');
    expect(await raw.isVisible()).toBe(false);
    await entry.locator('summary').click();
    await raw.waitFor({ state: 'visible' });
    expect(JSON.parse((await raw.textContent()) ?? '')).toMatchObject({
      type: 'UserPromoted',
      stream: `user-${user.uid}`,
      data: { uid: user.uid },
    });
    if (isThorough) expect(await violationsOn(page)).toEqual([]);
  });

  it('shows what happens while one looks, and moves nothing while one reads', async () => {
    const buyer = await newcomer(visits.origin, 'Lena Live');
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    await show(page, { path: '/dashboard/history?type=ToolBooked', heading: 'History' });
    const ofHers = async () => (await sentences(page)).filter((one) => one.includes('Lena Live')).length;
    await order(buyer, hammer, 1);
    await eventually(ofHers).toBe(1);

    await entries(page).first().locator('summary').click();
    await order(buyer, hammer, 1);
    const held = page.getByRole('button', { name: '1 new event' });
    await held.waitFor();
    expect(await ofHers()).toBe(1);
    await held.click();
    await eventually(ofHers).toBe(2);
    await held.waitFor({ state: 'detached' });

    await page.reload();
    await isShown(page, 'History');
    const pause = page.getByRole('button', { name: 'Pause' });
    const { y = 0, height = 0 } = (await pause.boundingBox()) ?? {};
    expect((await entries(page).first().boundingBox())?.y).toBeGreaterThanOrEqual(y + height + 8);
    await pause.click();
    await page.mouse.move(0, 0);
    await order(buyer, hammer, 1);
    await held.waitFor();
    expect(await ofHers()).toBe(2);
    await pause.click();
    await eventually(ofHers).toBe(3);
  });

  thoroughly('is looked through by what the address bar says, which Back takes back', async () => {
    const buyer = await newcomer(visits.origin, 'Frida Filter');
    const { id } = await order(buyer, hammer, 1);
    const page = await visits.openPage({ signedInAs: await admin(visits.origin), expected: [/status of 400/] });
    await show(page, history);
    const form = page.getByRole('form', { name: 'Look for' });
    await form.getByRole('combobox', { name: 'About' }).fill(`booking:${id}`);
    await form.getByRole('combobox', { name: 'Type' }).selectOption('ToolBooked');
    await form.getByLabel('Since').fill('2020-01-02T03:04:05');
    await form.getByLabel('Until').fill('2999-01-02T03:04:05');
    await form.getByRole('button', { name: 'Look' }).click();
    await eventually(() => Object.fromEntries(askedFor(page))).toEqual({
      entity: `booking:${id}`,
      type: 'ToolBooked',
      since: '2020-01-02T03:04:05Z',
      until: '2999-01-02T03:04:05.999999Z',
    });
    await eventually(() => sentences(page)).toEqual([`Frida Filter ordered 1 × ${hammer} for $18.00`]);
    await page.reload();
    await isShown(page, 'History');
    expect(await sentences(page)).toHaveLength(1);
    expect(await form.getByRole('combobox', { name: 'About' }).inputValue()).toBe(`booking:${id}`);

    await entries(page).getByRole('link', { name: 'All that Frida Filter did' }).click();
    await eventually(() => Object.fromEntries(askedFor(page))).toEqual({ actor: buyer.user.uid });
    await page.getByRole('link', { name: 'By Frida Filter: look for it no more' }).waitFor();
    await page.goBack();
    await eventually(() => askedFor(page).get('entity')).toBe(`booking:${id}`);
    await page.getByRole('link', { name: /^Type ToolBooked/ }).click();
    await eventually(() => askedFor(page).has('type')).toBe(false);
    await entries(page)
      .last()
      .getByRole('link', { name: /All of the request/ })
      .click();
    await eventually(() => [...askedFor(page).keys()]).toEqual(['correlation']);
    await eventually(async () => (await sentences(page)).join()).toContain(
      '1 piece of Claw Hammer 16 oz was set aside',
    );

    await page.goto('/dashboard/history?type=NothingOfTheKind');
    await page.getByRole('heading', { name: 'Nothing like that has happened' }).waitFor();
    await page.goto('/dashboard/history?entity=hammer&since=yesterday');
    await page.getByRole('heading', { name: 'That cannot be looked for' }).waitFor();
    if (isThorough) expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('link', { name: 'Show everything' }).first().click();
    await entries(page).first().waitFor();
  });

  thoroughly('goes on by positions, to what is older and back', async () => {
    const buyer = await newcomer(visits.origin, 'Paul Pages');
    for (let left = 60; left > 0; left -= 1) await order(buyer, hammer, 1);
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    await show(page, { path: '/dashboard/history?type=ToolBooked', heading: 'History' });
    const [first] = await page.locator('summary', { hasText: 'Event' }).allTextContents();
    const last = (await page.locator('summary', { hasText: 'Event' }).allTextContents()).at(-1);
    await page.getByRole('link', { name: 'Older events' }).click();
    await eventually(() => askedFor(page).get('after')).toBe(last?.replace('Event ', ''));
    await eventually(async () => (await sentences(page)).length).toBeGreaterThanOrEqual(10);
    const list = page.getByRole('region', { name: 'The list' });
    // Below the header: global.css's scroll-padding, less page-of-list's margin.
    await eventually(async () => Math.round((await list.boundingBox())?.y ?? 0)).toBe(64);
    expect(await list.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.reload();
    await isShown(page, 'History');
    await page.getByRole('link', { name: 'Newer events' }).click();
    await eventually(() => askedFor(page).has('after')).toBe(false);
    await eventually(() => page.locator('summary', { hasText: 'Event' }).first().textContent()).toBe(first);
  });

  thoroughly('is one click from any order, tool and person', async () => {
    const chief = await admin(visits.origin);
    const buyer = await newcomer(visits.origin, 'Olga Oneclick');
    const { id } = await order(buyer, hammer, 1);
    await order(chief, hammer, 1);
    const { _id: toolId } = await toolNamed(chief, hammer);
    const page = await visits.openPage({ signedInAs: chief });
    for (const [path, heading, link, entity] of [
      ['/dashboard', 'Orders Info', `History of the order of ${hammer} by Olga Oneclick`, `booking:${id}`],
      ['/dashboard/myorders', 'My Orders', `History of the order of ${hammer}`, undefined],
      [`/tools/${toolId}`, hammer, `History of ${hammer}`, `tool:${toolId}`],
      [`/dashboard/people/${buyer.user.email}`, 'Olga Oneclick', 'History of Olga Oneclick', `user:${buyer.user.uid}`],
    ] as const) {
      await show(page, { path, heading });
      await page.getByRole('link', { name: link, exact: true }).click();
      await isShown(page, 'History');
      if (entity) expect(askedFor(page).get('entity')).toBe(entity);
      expect((await sentences(page)).length).toBeGreaterThan(0);
    }
    await page.getByRole('link', { name: 'What they did' }).click();
    await eventually(async () => (await sentences(page)).join()).toContain('Olga Oneclick ordered');

    const others = await visits.openPage({ signedInAs: buyer });
    for (const [path, heading] of [
      [`/tools/${toolId}`, hammer],
      ['/dashboard/myorders', 'My Orders'],
    ] as const) {
      await show(others, { path, heading });
      expect(await others.getByRole('link', { name: /^History/ }).count()).toBe(0);
    }
  });

  thoroughly('leads from any event to what caused it and what followed', async () => {
    const chief = await admin(visits.origin);
    const buyer = await newcomer(visits.origin, 'Carl Cause');
    const id = await paidOrder(buyer, hammer);
    await eventually(async () => (await newest(chief, `entity=booking:${id}`))?.type).toBe('BookingPaid');
    const page = await visits.openPage({ signedInAs: chief });
    await show(page, { path: `/dashboard/history?entity=booking:${id}&type=BookingPaid`, heading: 'History' });
    await entries(page)
      .getByRole('link', { name: /^Causes and effects/ })
      .click();
    await isShown(page, 'Causes and effects');
    const tree = page.getByRole('list', { name: 'Causes and effects' });
    const here = tree.locator('[aria-current=true]');
    await eventually(() => here.innerText()).toMatch(/^This event\s+Carl Cause paid/);
    const above = tree.locator('[data-is=cause]');
    await eventually(() => above.innerText()).toContain('Led to it');
    // Below the cause stands the event, and below that what it caused.
    const inside = tree.locator('li:has(> [data-is=cause]) li:has(> [aria-current=true]) [data-is=effect]');
    await eventually(async () => (await inside.allInnerTexts()).join()).toContain(`sold with order ${orderNumber(id)}`);
    await inside
      .first()
      .getByRole('link', { name: /^Causes and effects/ })
      .click();
    await eventually(() => here.innerText()).not.toContain('Carl Cause paid');
    await page.goBack();
    await eventually(() => here.innerText()).toContain('Carl Cause paid');
  });
});
