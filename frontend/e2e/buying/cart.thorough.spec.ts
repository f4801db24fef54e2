import { describe, expect, it } from 'vitest';
import { addTool } from '../../../backend/testing/api-client.ts';
import { inTurn } from '../../../backend/testing/as-often.ts';
import { admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { violationsOn, wearScheme } from '../looks/axe.ts';
import { flawsOf } from '../looks/flaws.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';
import { cards, payWith } from './card.ts';
import { checkOut, fillAddress, hammer, inAccount, knife, put } from './cart-in-hand.ts';
import { ordersOf, toolNamed } from './orders.ts';

const visits = browserFixture();

describe('a cart, on a phone', () => {
  it('says what it costs, takes another number, and gives back what was removed', async () => {
    const buyer = await newcomer(visits.origin);
    const page = await visits.openPage({ width: 390, signedInAs: buyer });
    await put(page, buyer, hammer, knife);
    await show(page, { path: '/mycart', heading: 'Cart' });
    const { PerPrice, MinimumOrder, _id } = await toolNamed(buyer, hammer);
    await page.getByRole('button', { name: `More of ${hammer}` }).click();
    await eventually(async () => (await inAccount(buyer)).find(({ toolId }) => toolId === _id)?.quantity).toBe(
      MinimumOrder + 1,
    );
    await page.getByText(`$${(PerPrice * (MinimumOrder + 1)).toFixed(2)}`).waitFor();
    await page.getByRole('button', { name: `Remove ${hammer}` }).click();
    await eventually(async () => (await inAccount(buyer)).length).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: `Remove ${hammer}` }).waitFor();
    await eventually(async () => (await inAccount(buyer)).map(({ toolId }) => toolId)).toContain(_id);
  });

  it('says so plainly when pieces went or a price changed, and orders nothing by itself', async () => {
    const buyer = await newcomer(visits.origin);
    const seller = await admin(visits.origin);
    const [short, dear] = [
      await addTool(seller.api, { name: 'Short Saw', Available: 2 }),
      await addTool(seller.api, { name: 'Dear Drill' }),
    ];
    const page = await visits.openPage({ width: 390, signedInAs: buyer, expected: [/status of 409/, /WebSocket/] });
    await page.routeWebSocket(/\/socket\.io\//, () => undefined);
    await put(page, buyer, 'Short Saw', 'Dear Drill');
    await show(page, { path: '/mycart', heading: 'Cart' });
    await page.getByRole('link', { name: 'Check out' }).click();
    await isShown(page, 'Check out');
    await fillAddress(page);
    // While the page is open, somebody takes the saws and an admin makes the drill dearer; the page has not heard.
    const rival = await newcomer(visits.origin);
    await rival.api.post('/checkout', {
      lines: [{ toolId: short, quantity: 2, price: 39.98 }],
      location: 'Here',
      phone: '123',
    });
    const { body } = await seller.api.get<object>(`/tool/${dear}`);
    expect((await seller.api.put(`/tool/${dear}`, { ...body, PerPrice: 24.99 })).status).toBe(200);
    await page.getByRole('button', { name: /^Order for / }).click();
    await page.getByText('Sold out').waitFor();
    await page.getByText(/A piece was \$19\.99 before; it is \$24\.99 now\./).waitFor();
    expect(await ordersOf(buyer)).toEqual([]);
    await page.getByRole('link', { name: 'Change the cart' }).click();
    await page.getByRole('button', { name: 'Remove Short Saw' }).click();
    await page.getByRole('link', { name: 'Check out' }).click();
    await page.getByRole('button', { name: 'Order for $24.99' }).waitFor();
  });

  it('names what is no longer sold, leaves it out, and orders the rest', async () => {
    const buyer = await newcomer(visits.origin);
    const seller = await admin(visits.origin);
    const [gone, here] = [
      await addTool(seller.api, { name: 'Old Plane', Available: 5 }),
      await addTool(seller.api, { name: 'New Plane', Available: 5, PerPrice: 30 }),
    ];
    await buyer.api.put('/cart', { lines: [gone, here].map((toolId) => ({ toolId, quantity: 1 })) });
    expect((await seller.api.delete(`/tool/${gone}`)).status).toBe(200);
    const page = await visits.openPage({ width: 390, signedInAs: buyer });
    await show(page, { path: '/mycart', heading: 'Cart' });
    await page.getByRole('heading', { name: 'Old Plane' }).waitFor();
    await page.getByText('Old Plane is no longer sold, and left out when you check out.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('link', { name: 'Check out' }).click();
    await isShown(page, 'Check out');
    await page.getByText('No longer sold, and left out').waitFor();
    await fillAddress(page);
    await page.getByRole('button', { name: 'Order for $30.00' }).click();
    await isShown(page, 'Payment');
    expect((await ordersOf(buyer)).map(({ toolId }) => toolId)).toEqual([here]);
    await show(page, { path: '/mycart', heading: 'Cart' });
    await page.getByRole('button', { name: 'Take it out' }).click();
    await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
    await eventually(() => inAccount(buyer)).toEqual([]);
  });

  it('is filled, ordered and paid together by the keyboard alone, with names that run from right to left', async () => {
    const buyer = await newcomer(visits.origin);
    const seller = await admin(visits.origin);
    const tools = [
      await addTool(seller.api, { name: 'مطرقة ثقيلة', PerPrice: 10 }),
      await addTool(seller.api, { name: 'פטיש', PerPrice: 5 }),
    ];
    await buyer.api.put('/cart', { lines: tools.map((toolId) => ({ toolId, quantity: 1 })) });
    // 1,280 pixels at 200 %.
    const page = await visits.openPage({ signedInAs: buyer });
    await page.setViewportSize({ width: 640, height: 400 });
    const press = async (role: 'link' | 'button', name: string | RegExp) => {
      await page.getByRole(role, { name }).focus();
      await page.keyboard.press('Enter');
    };
    await show(page, { path: '/mycart', heading: 'Cart' });
    await press('button', 'More of פטיש');
    await press('link', 'Check out');
    await isShown(page, 'Check out');
    await page.getByLabel('Location').focus();
    await page.keyboard.type('شارع التحرير 12، القاهرة');
    await page.getByLabel('Phone').focus();
    await page.keyboard.type('+20 2 555 0100');
    await press('button', 'Order for $20.00');
    await isShown(page, 'Payment');
    await show(page, { path: '/dashboard/myorders', heading: 'My Orders' });
    await page.getByText('Ordered together: 2 orders, $20.00').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    expect(await flawsOf(page)).toEqual([]);
    await press('link', 'Pay together, $20.00');
    await isShown(page, 'Payment');
    await page.getByLabel('Card number').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    expect(await flawsOf(page)).toEqual([]);
    for (const [label, text] of [
      ['Card number', cards.pays],
      ['Expiry (month / year)', '1240'],
      ['CVC', '123'],
    ] as const) {
      await page.getByLabel(label).focus();
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await page.getByText('Congrats payment is completed').waitFor();
    await eventually(async () => (await ordersOf(buyer)).map(({ paid }) => paid)).toEqual([true, true]);
  });

  it('leaves its orders unpaid when the card is refused, to be paid together later', async () => {
    const buyer = await newcomer(visits.origin);
    const page = await visits.openPage({ width: 390, signedInAs: buyer, expected: [/status of 402/] });
    await put(page, buyer, hammer, knife);
    await show(page, { path: '/mycart', heading: 'Cart' });
    await checkOut(page);
    await isShown(page, 'Payment');
    await payWith(page, cards.declined);
    await page.getByText('Your card was declined.').waitFor();
    expect((await ordersOf(buyer)).map(({ status }) => status)).toEqual(['unpaid', 'unpaid']);
    await page.reload();
    await isShown(page, 'Payment');
    await payWith(page, cards.pays);
    await page.getByText('Congrats payment is completed').waitFor();
    await eventually(async () => (await ordersOf(buyer)).map(({ paid }) => paid)).toEqual([true, true]);
  });
});

describe('the pages of a cart', () => {
  it('are for everybody: axe finds nothing in either scheme, at any width', async () => {
    const buyer = await newcomer(visits.origin);
    const page = await visits.openPage({ width: 390, motion: 'reduce', signedInAs: buyer });
    await put(page, buyer, hammer, knife);
    const sides = [
      [
        [320, 'light'],
        [1280, 'dark'],
      ],
      [
        [390, 'dark'],
        [768, 'light'],
      ],
      [
        [320, 'dark'],
        [1280, 'light'],
      ],
      [
        [390, 'light'],
        [768, 'dark'],
      ],
    ] as const;
    for (const [place, [path, heading]] of [
      ['/mycart', 'Cart'] as const,
      ['/checkout', 'Check out'] as const,
    ].entries()) {
      await show(page, { path, heading });
      await page.getByText(hammer).first().waitFor();
      for (const [width, colorScheme] of inTurn(sides, place).flat()) {
        await page.setViewportSize({ width, height: 844 });
        await wearScheme(page, colorScheme);
        expect(await violationsOn(page), `${path} at ${width}, ${colorScheme}`).toEqual([]);
        const overflow = () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        await eventually(overflow, `${path} at ${width}`).toBe(0);
      }
    }
  });
});
