import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { admin, newcomer } from './account.ts';
import { browserFixture } from './browser-fixture.ts';
import { cards, payWith } from './card.ts';
import { order } from './orders.ts';
import { show } from './screens-of-the-shop.ts';

const visits = browserFixture();

/** Resolves once the page hears notices. */
async function isLive(page: Page): Promise<void> {
  await page.waitForEvent('websocket');
}

describe('three windows', () => {
  it('all show within a second that an order is paid', async () => {
    const buyer = await newcomer(visits.origin, 'Wanda Windows');
    const { id } = await order(buyer, 'Claw Hammer 16 oz');
    const [paying, other, chief] = [
      await visits.openPage({ signedInAs: buyer }),
      await visits.openPage({ signedInAs: buyer, width: 390 }),
      await visits.openPage({ signedInAs: await admin(visits.origin) }),
    ];
    const live = [paying, other, chief].map(isLive);
    await paying.goto(`/dashboard/payment/${id}`);
    await show(other, { path: '/dashboard/myorders', heading: 'My Orders' });
    await show(chief, { path: '/dashboard', heading: 'Orders Info' });
    await Promise.all(live);
    await payWith(paying, cards.pays);
    const paid = paying
      .getByText('Congrats payment is completed')
      .waitFor()
      .then(() => performance.now());
    const shown = [
      other.getByRole('listitem').filter({ hasText: 'Claw Hammer' }).getByText('Paid', { exact: true }),
      chief.getByRole('row').filter({ hasText: 'Wanda Windows' }).getByText(/^Paid/),
    ].map((place) => place.waitFor().then(() => performance.now()));
    const [at, ...theirs] = await Promise.all([paid, ...shown]);
    console.log(theirs.map((one) => one - at));
    for (const one of theirs) expect(one - at).toBeLessThan(1_000);
  });
});
