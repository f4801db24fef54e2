import { expect, it } from 'vitest';
import { inTurn } from '../../../backend/testing/as-often.ts';
import { browserFixture } from '../browser-fixture.ts';
import { eventually } from '../pages/eventually.ts';
import { cards, payWith } from './card.ts';

const visits = browserFixture();

for (const width of inTurn([1280, 390] as const, 1)) {
  it(`sells a hammer to somebody new, ${width} pixels wide`, async () => {
    const page = await visits.openPage({ width });
    await page.goto('/signup');
    await page.getByLabel('Name').fill('Harriet Buyer');
    await page.getByRole('textbox', { name: 'Email' }).first().fill(`harriet${width}@inventory.dev`);
    await page.getByRole('textbox', { name: 'Password' }).fill('hang a hammer');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await page.waitForURL('**/home');

    await page.getByRole('searchbox', { name: 'Search tools' }).fill('hammer');
    // The shelf is made anew as it is searched: nothing is pressed on it before that.
    const shelf = page.getByRole('region', { name: 'Tools' });
    await eventually(() => shelf.getByRole('article').count()).toBe(1);
    await shelf.getByRole('link', { name: 'Claw Hammer 16 oz' }).click();
    await page.getByRole('heading', { level: 1, name: 'Claw Hammer 16 oz' }).waitFor();
    await page.getByRole('textbox', { name: 'Location' }).fill('1 Bench Street, Dhaka');
    await page.getByRole('textbox', { name: 'Phone' }).fill('+880 1700 000000');
    await page.getByRole('button', { name: 'Increase' }).click();
    expect(await page.getByRole('textbox', { name: 'Price' }).inputValue()).toBe('$36.00');
    await page.getByRole('button', { name: 'Place the order' }).click();

    await page.waitForURL('**/dashboard/payment/*');
    await page.getByRole('region', { name: 'Order' }).getByText('$36.00').waitFor();
    await payWith(page, cards.pays);
    await page.getByText('Congrats payment is completed').waitFor();

    const menu = page.getByRole('navigation', { name: 'Dashboard' });
    if (width === 390) await menu.getByRole('button', { name: /^Dashboard menu/ }).click();
    await menu.getByRole('link', { name: 'My Orders' }).click();
    const order = page.getByRole('listitem').filter({ hasText: '2 × Claw Hammer 16 oz' });
    await order.getByText('Paid', { exact: true }).waitFor();
    await page.reload();
    await order.getByText('Paid', { exact: true }).waitFor();
    expect(await order.getByRole('link', { name: 'Pay' }).count()).toBe(0);
  });
}
