import { describe, expect, it } from 'vitest';
import { newcomer, shopper } from './account.ts';
import { logIn } from './accounts/sign-in-form.ts';
import { browserFixture } from './browser-fixture.ts';
import { cards, payWith } from './buying/card.ts';
import { order, ordersOf } from './buying/orders.ts';
import { isShown, show } from './looks/screens-of-the-shop.ts';
import { cutSockets, noSockets } from './pages/cut-sockets.ts';

let behindMs = 0;
const visits = browserFixture({ now: () => new Date(Date.now() - behindMs) });

describe('two tabs', () => {
  it('are signed in together and signed out together', async () => {
    const buyer = await shopper(visits.origin);
    const one = await visits.openPage();
    const two = await visits.openTab(one);
    await two.goto('/blogs');
    await isShown(two, 'Blogs');
    await one.goto('/login');
    await logIn(one, buyer.user.email, buyer.password);
    await isShown(one, 'Tools that earn their keep');
    await two.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
    await isShown(two, 'Orders Info');
    await one.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
    await isShown(two, 'Login');
    await two.getByText('You signed out in another tab.').waitFor();
  });

  it('renew an old token once between them', async () => {
    behindMs = 20 * 60_000;
    const buyer = await newcomer(visits.origin);
    behindMs = 0;
    const one = await visits.openPage({ signedInAs: buyer });
    const two = await visits.openTab(one);
    let renewals = 0;
    one.context().on('request', (request) => {
      if (request.url().endsWith('/identity/refresh')) renewals += 1;
    });
    const orders = { path: '/dashboard/myorders', heading: 'My Orders' };
    await Promise.all([show(one, orders), show(two, orders)]);
    for (const tab of [one, two]) await tab.getByRole('heading', { name: 'No orders yet' }).waitFor();
    expect(renewals).toBe(1);
  });

  it('cannot pay for the same order twice', async () => {
    const buyer = await newcomer(visits.origin);
    const { id } = await order(buyer, 'Claw Hammer 16 oz');
    const one = await visits.openPage({ signedInAs: buyer, expected: [/status of 400/, ...noSockets] });
    const two = await visits.openTab(one);
    // Else it would see that the order is paid, and offer nothing.
    await cutSockets(two);
    for (const tab of [one, two]) {
      await tab.goto(`/dashboard/payment/${id}`);
      await tab.getByLabel('Card number').waitFor();
    }
    await payWith(one, cards.pays);
    await one.getByText('Congrats payment is completed').waitFor();
    await payWith(two, cards.pays);
    await two.getByText('Congrats payment is completed').waitFor();
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'paid' }]);
    await two.reload();
    await two.getByRole('heading', { name: 'This order is paid' }).waitFor();
  });
});
