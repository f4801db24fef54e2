import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { parkEvent } from '../../../backend/api-tests/stores/park-event.ts';
import { inTurn, isThorough } from '../../../backend/testing/as-often.ts';
import { startShop } from '../../../backend/testing/running-shop.ts';
import { describeThoroughly } from '../../../backend/testing/thoroughly.ts';
import { admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { violationsOn } from '../looks/axe.ts';
import { addUpShifts } from '../looks/layout-shifts.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';

const visits = browserFixture();
const status = { path: '/dashboard/status', heading: 'Status' };
const openStatus = async (but: Parameters<typeof visits.openPage>[0] = {}) => {
  const page = await visits.openPage({ signedInAs: await admin(visits.origin), ...but });
  await page.clock.install();
  await show(page, status);
  return page;
};

/** Until the page, which looks every ten seconds, has looked often enough: its time passes faster, and nobody does anything. */
const afterSomeLooks = (page: Page, isSo: () => Promise<boolean>) =>
  expect
    .poll(
      async () => {
        await page.clock.fastForward(10_000);
        return isSo();
      },
      { timeout: 60_000, interval: 200 },
    )
    .toBe(true);

describeThoroughly('an admin at the status page', () => {
  it('gets there by the menu, and sees nodes, stores, projections and reactors', async () => {
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    await show(page, { path: '/dashboard', heading: 'Orders Info' });
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Status' }).click();
    await isShown(page, 'Status');
    await page.getByText('All is well.', { exact: true }).waitFor();
    await page.getByRole('table', { name: 'Nodes' }).getByText('(answers here)').waitFor();
    await page
      .getByRole('table', { name: 'Projections' })
      .getByText(/^bookings v\d+$/)
      .waitFor();
    await page.getByRole('table', { name: 'Reactors' }).getByText('release-stock').waitFor();
    await page.getByText('Nothing is parked.', { exact: true }).waitFor();
  });

  it('sees a node that came meanwhile, and that it is gone, without doing anything', async () => {
    const page = await openStatus();
    const other = await startShop({ SEED: 'none', DATA_DIR: visits.dataDir });
    const row = page.getByRole('table', { name: 'Nodes' }).getByText(other.origin, { exact: true });
    await afterSomeLooks(page, () => row.isVisible());
    await other.close();
    await afterSomeLooks(page, () => row.isHidden());
  });

  it('has a parked event tried again, and skips it with a reason; another tab shows it gone', async () => {
    const id = await parkEvent(visits);
    const page = await openStatus();
    const tab = await visits.openTab(page);
    await show(tab, status);
    const entry = (of: typeof page) => of.getByRole('article').filter({ hasText: id });
    await page.getByText('A parked event waits for a decision.').waitFor();
    await entry(tab).waitFor();
    await entry(page).getByRole('button', { name: /^Try/ }).click();
    await entry(page).getByText('is being tried again').waitFor();
    await entry(page).getByRole('button', { name: /^Skip/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Skip this event' });
    if (isThorough) expect(await violationsOn(page)).toEqual([]);
    await dialog.getByLabel('Reason').fill('Typed wrong');
    await dialog.getByLabel('Reason').press('Tab');
    await dialog.getByRole('button', { name: 'Skip for good' }).click();
    await page.getByText('Nothing is parked.', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Parked events');
    await afterSomeLooks(tab, () => entry(tab).isHidden());
    const { body } = await (await admin(visits.origin)).api.get<{ sentence: string }[]>(
      '/history?type=EventSkipped&limit=1',
    );
    expect(body[0]?.sentence).toContain('pass over BookingPaid: Typed wrong');
  });

  it('is told why a skip is refused, where the reason is typed', async () => {
    const id = await parkEvent(visits);
    const page = await openStatus({ expected: [/status of 400/] });
    await page.getByRole('article').filter({ hasText: id }).getByRole('button', { name: /^Skip/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Skip this event' });
    await dialog.getByRole('button', { name: 'Skip for good' }).click();
    await dialog.getByText('Say why').waitFor();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('article').filter({ hasText: id }).waitFor();
  });

  const sides = [['wide', 1280, 'light'] as const, ['narrow', 390, 'dark'] as const];
  it.each(inTurn(sides, 1))(
    'finds nothing wider than a %s window, nor does axe find anything',
    async (_, width, scheme) => {
      await parkEvent(visits);
      const page = await openStatus({ width, scheme, motion: 'reduce' });
      await page.getByRole('article').first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      if (isThorough) expect(await violationsOn(page)).toEqual([]);
    },
  );

  it('keeps what is shown in an outage, and says how old it is', async () => {
    const page = await openStatus({ expected: [/status of 503/] });
    await page.getByRole('table', { name: 'Stores' }).waitFor();
    await page.route('**/operations/**', (route) =>
      route.fulfill({ status: 503, json: { type: 'about:blank', title: 'Unavailable', status: 503 } }),
    );
    await afterSomeLooks(page, () => page.getByText('and not heard of since').isVisible());
    await page.getByRole('table', { name: 'Stores' }).waitFor();
  });

  it('sees nothing move when the parked events come', async () => {
    for (const stream of ['thing-one', 'thing-two']) await parkEvent(visits, { stream });
    const page = await visits.openPage({ signedInAs: await admin(visits.origin), width: 390 });
    const shifted = await addUpShifts(page);
    const later = Promise.withResolvers<void>();
    await page.route('**/operations/parked*', async (route) => {
      await later.promise;
      await route.continue();
    });
    await page.goto(status.path);
    await page.getByRole('status', { name: 'Loading the parked events' }).waitFor();
    await page.getByRole('table', { name: 'Nodes' }).waitFor();
    later.resolve();
    await page.getByRole('article').first().waitFor();
    // A shift is told with the frame after it.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await shifted()).toBeLessThan(0.05);
  });
});

it('somebody else is shown nothing of it', async () => {
  const page = await visits.openPage({
    signedInAs: await newcomer(visits.origin, 'Nosy Neighbour'),
    expected: [/status of 403/],
  });
  await page.goto('/dashboard/status');
  await page.getByRole('heading', { name: 'Only admins are shown the status' }).waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
});
