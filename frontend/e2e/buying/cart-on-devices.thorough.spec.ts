import { describe, expect, it } from 'vitest';
import { newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';
import { hammer, inAccount, knife, put } from './cart-in-hand.ts';
import { ordersOf, toolNamed } from './orders.ts';

const visits = browserFixture();

describe('a cart, on a phone', () => {
  it('is in step between tabs', async () => {
    const buyer = await newcomer(visits.origin);
    const page = await visits.openPage({ width: 390, signedInAs: buyer });
    const second = await visits.openTab(page);
    await show(second, { path: '/mycart', heading: 'Cart' });
    await second.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
    await put(page, buyer, hammer);
    await second.getByRole('button', { name: `Remove ${hammer}` }).click();
    await page.getByRole('link', { name: 'your cart' }).waitFor({ state: 'detached' });
  });

  it('loses no line and no removal of two devices that change it at once', async () => {
    const buyer = await newcomer(visits.origin);
    const [first, second] = [await toolNamed(buyer, hammer), await toolNamed(buyer, knife)];
    const third = await toolNamed(buyer, 'Digital Caliper 150 mm');
    await buyer.api.put('/cart', { lines: [{ toolId: third._id, quantity: third.MinimumOrder }] });
    const one = await visits.openPage({ width: 390, signedInAs: buyer, expected: [/status of 412/] });
    const other = await visits.openPage({ signedInAs: buyer });
    for (const page of [one, other]) {
      await show(page, { path: '/mycart', heading: 'Cart' });
      await page.getByRole('button', { name: `Remove ${third.name}` }).waitFor();
    }
    // What the phone puts in is on its way while the desk takes a line out and puts another one in.
    let isHeld = false;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await one.route('**/cart', async (route) => {
      if (route.request().method() === 'PUT' && !isHeld) {
        isHeld = true;
        await held;
      }
      await route.continue();
    });
    await put(one, buyer, hammer);
    await eventually(() => isHeld).toBe(true);
    await other.getByRole('button', { name: `Remove ${third.name}` }).click();
    await put(other, buyer, knife);
    const wanted = (...tools: (typeof first)[]) =>
      tools.map(({ _id, MinimumOrder }) => ({ toolId: _id, quantity: MinimumOrder }));
    await eventually(() => inAccount(buyer)).toEqual(wanted(second));
    letGo();
    await eventually(() => inAccount(buyer)).toEqual(wanted(second, first));
    for (const page of [one, other]) {
      await show(page, { path: '/mycart', heading: 'Cart' });
      for (const { name } of [first, second]) await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
      await page.getByRole('button', { name: `Remove ${third.name}` }).waitFor({ state: 'detached' });
    }
  });

  it('that is ordered on another device is gone from the checkout that is open here, and is not ordered twice', async () => {
    const buyer = await newcomer(visits.origin);
    const { _id, PerPrice, MinimumOrder } = await toolNamed(buyer, hammer);
    await buyer.api.put('/cart', { lines: [{ toolId: _id, quantity: MinimumOrder }] });
    const page = await visits.openPage({ signedInAs: buyer });
    const isLive = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framesent'));
    await Promise.all([isLive, show(page, { path: '/checkout', heading: 'Check out' })]);
    await page.getByRole('button', { name: /^Order for / }).waitFor();
    const lines = [{ toolId: _id, quantity: MinimumOrder, price: PerPrice * MinimumOrder }];
    const elsewhere = await buyer.api.post('/checkout', {
      lines,
      location: '2 Test Street',
      phone: '+880 1 555 0100',
    });
    expect(elsewhere.status).toBe(201);
    await isShown(page, 'There is nothing to check out');
    expect(await ordersOf(buyer)).toHaveLength(1);
  });
});
