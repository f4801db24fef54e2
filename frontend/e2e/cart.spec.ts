import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addTool } from '../../backend/testing/api-client.ts';
import { inTurn } from '../../backend/testing/as-often.ts';
import { describeThoroughly, thoroughly } from '../../backend/testing/thoroughly.ts';
import type { Cart } from '../../modules/cart/contract.ts';
import { type Account, admin, newcomer } from './account.ts';
import { violationsOn, wearScheme } from './axe.ts';
import { browserFixture } from './browser-fixture.ts';
import { cards, payWith } from './card.ts';
import { eventually } from './eventually.ts';
import { flawsOf } from './flaws.ts';
import { loseAnswer } from './lose-answer.ts';
import { ordersOf, toolNamed } from './orders.ts';
import { isShown, show } from './screens-of-the-shop.ts';
import { logIn } from './sign-in-form.ts';

const visits = browserFixture();
const hammer = 'Claw Hammer 16 oz';
const knife = 'Utility Knife';

/** Puts as many pieces as the form offers into the cart, on the tool's page. */
async function put(page: Page, account: Account, ...names: string[]): Promise<void> {
  for (const name of names) {
    const { _id } = await toolNamed(account, name);
    await show(page, { path: `/tools/${_id}`, heading: name });
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'your cart' }).waitFor();
  }
}
const inAccount = async ({ api }: Account) => (await api.get<Cart>('/cart')).body.lines;
const fillAddress = async (page: Page) => {
  await page.getByLabel('Location').fill('1 Test Street, Dhaka');
  await page.getByLabel('Phone').fill('+880 1 555 0100');
};
const checkOut = async (page: Page) => {
  await page.getByRole('link', { name: 'Check out' }).click();
  await isShown(page, 'Check out');
  await fillAddress(page);
  await page.getByRole('button', { name: /^Order for / }).click();
};

describe('a cart, on a phone', () => {
  it('that was filled by nobody goes along at the login, is ordered at once and paid at once', async () => {
    const buyer = await newcomer(visits.origin);
    const other = await toolNamed(buyer, knife);
    await buyer.api.put('/cart', { lines: [{ toolId: other._id, quantity: other.MinimumOrder }] });
    const page = await visits.openPage({ width: 390 });
    await show(page, { path: '/', heading: 'Tools that earn their keep' });
    await page.getByRole('button', { name: new RegExp(`to cart: ${hammer}$`) }).click();
    await page.getByRole('link', { name: 'Cart, 1' }).click();
    await isShown(page, 'Cart');
    await page.getByRole('link', { name: 'Log in to check out' }).click();
    await logIn(page, buyer.user.email, buyer.password);
    await isShown(page, 'Check out');
    for (const name of [knife, hammer]) {
      await page.getByRole('region', { name: 'What you order' }).getByText(name).waitFor();
    }
    await fillAddress(page);
    await page.getByRole('button', { name: /^Order for / }).click();
    await isShown(page, 'Payment');
    // The cart has nothing in it any more; what can still be paid is in the orders.
    await page.goBack();
    await isShown(page, 'My Orders');
    await page.goForward();
    await isShown(page, 'Payment');
    // The shop knows of the money, and tells of one order after the other, before the page has its answer.
    const told = Promise.withResolvers<void>();
    const confirm = '**/payment_intents/*/confirm';
    await page.route(confirm, async (route) => {
      const response = await route.fetch();
      await told.promise;
      await route.fulfill({ response });
    });
    const answered = page.waitForResponse(confirm);
    const slip = page.getByRole('region', { name: 'Orders' });
    const total = (word: string) => slip.locator('div', { has: page.getByText(word, { exact: true }) });
    const sum = await total('To pay').getByRole('definition').textContent();
    await payWith(page, cards.pays);
    await eventually(async () => (await ordersOf(buyer)).map(({ paid }) => paid)).toEqual([true, true]);
    await page.getByText('· Paid').nth(1).waitFor();
    await total('Paid')
      .getByText(sum ?? '', { exact: true })
      .waitFor();
    told.resolve();
    await answered;
    await page.getByText('Congrats payment is completed').waitFor();
    await page.getByRole('link', { name: 'Look at my orders' }).click();
    await isShown(page, 'My Orders');
    await eventually(async () => (await ordersOf(buyer)).map(({ paid }) => paid)).toEqual([true, true]);
    await eventually(() => inAccount(buyer)).toEqual([]);
    await page.getByRole('link', { name: 'Cart', exact: true }).waitFor();
  });

  thoroughly('says what it costs, takes another number, and gives back what was removed', async () => {
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

  thoroughly('says so plainly when pieces went or a price changed, and orders nothing by itself', async () => {
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

  thoroughly('names what is no longer sold, leaves it out, and orders the rest', async () => {
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

  thoroughly('is in step between tabs', async () => {
    const buyer = await newcomer(visits.origin);
    const page = await visits.openPage({ width: 390, signedInAs: buyer });
    const second = await visits.openTab(page);
    await show(second, { path: '/mycart', heading: 'Cart' });
    await second.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
    await put(page, buyer, hammer);
    await second.getByRole('button', { name: `Remove ${hammer}` }).click();
    await page.getByRole('link', { name: 'your cart' }).waitFor({ state: 'detached' });
  });

  thoroughly('loses no line and no removal of two devices that change it at once', async () => {
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

  thoroughly(
    'that is ordered on another device is gone from the checkout that is open here, and is not ordered twice',
    async () => {
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
    },
  );

  it('is not ordered twice when the answer is lost', async () => {
    const buyer = await newcomer(visits.origin);
    const page = await visits.openPage({ width: 390, signedInAs: buyer, expected: [/ERR_|Failed to load/] });
    await put(page, buyer, hammer);
    await show(page, { path: '/mycart', heading: 'Cart' });
    await page.route(
      '**/checkout',
      (route) => (route.request().method() === 'POST' ? loseAnswer(route) : route.continue()),
      {
        times: 2,
      },
    );
    await checkOut(page);
    await page.getByRole('button', { name: 'Send it again' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Send it again' }).click();
    await isShown(page, 'Payment');
    // That it is placed is said at the lower end of a phone, and covers neither the menu nor the heading.
    const messages = page.locator('.mantine-Notifications-root[data-position=top-right]');
    await eventually(async () => (await messages.boundingBox())?.y).toBeGreaterThan(500);
    expect(await ordersOf(buyer)).toHaveLength(1);
  });

  thoroughly(
    'is filled, ordered and paid together by the keyboard alone, with names that run from right to left',
    async () => {
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
    },
  );

  thoroughly('leaves its orders unpaid when the card is refused, to be paid together later', async () => {
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

  it('loses no press that leaves a number it refuses', async () => {
    const buyer = await newcomer(visits.origin);
    const tools = await Promise.all([toolNamed(buyer, hammer), toolNamed(buyer, knife)]);
    const lines = tools.map(({ _id, MinimumOrder }) => ({ toolId: _id, quantity: MinimumOrder }));
    await buyer.api.put('/cart', { lines });
    const page = await visits.openPage({ width: 390, signedInAs: buyer });
    await show(page, { path: '/mycart', heading: 'Cart' });
    for (const pressed of [hammer, knife]) {
      await page.getByRole('textbox', { name: `Pieces of ${hammer}` }).fill('1000000');
      const button = page.getByRole('button', { name: `Remove ${pressed}` });
      // As a hand does it: the field is left as the button goes down, and the page is drawn anew before it comes up.
      await button.hover();
      await page.mouse.down();
      await page.getByText(/^Only \d+ left$/).waitFor();
      await page.mouse.up();
      await page.getByText(`${pressed} was removed.`).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await button.waitFor();
    }
  });
});

describeThoroughly('the pages of a cart', () => {
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
