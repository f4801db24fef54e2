import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addTool, orderOf } from '../../../backend/testing/api-client.ts';
import { admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { order } from '../buying/orders.ts';
import { eventually } from '../pages/eventually.ts';
import { type Stage, setStage, viewerOf } from '../stage.ts';
import { violationsOn, wearScheme } from './axe.ts';
import { emptinessOf } from './emptiness.ts';
import { flawsOf } from './flaws.ts';
import { show } from './screens-of-the-shop.ts';
import { bringOut } from './states-of-the-shop.ts';

const visits = browserFixture();
let stage: Stage;
beforeAll(async () => {
  stage = await setStage(visits.origin);
});

const widths = [320, 390, 768, 1280, 1920];
const wide = 1280;
const phone = 390;

const wear = (page: Page, width: number) => page.setViewportSize({ width, height: 900 });
const expected = [/status of 40[0-49]/, /status of 503/, /ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/];

/** Whole screens are looked at in every-screen.spec.ts. */
describe('nothing is too wide, cut off, broken in a word, or has controls on one another', () => {
  it.each(['visitor', 'shopper', 'admin'] as const)(
    'of what the shop shows a %s in passing, on a phone and a desk, where axe finds nothing either',
    async (seenBy) => {
      const page = await visits.openPage({ signedInAs: viewerOf({ seenBy }, stage), motion: 'reduce', expected });
      const mine = stage.states.filter((state) => state.seenBy === seenBy);
      expect(mine.length).toBeGreaterThan(0);
      for (const [place, state] of mine.entries()) {
        // What is narrow opens at the narrowest; what is not stays open as its window becomes a phone's.
        await wear(page, state.narrow ? phone : wide);
        await bringOut(page, state);
        for (const width of state.narrow ? [phone, 320] : [wide, phone, 320]) {
          await wear(page, width);
          await eventually(() => flawsOf(page), `${state.name} at ${width}`).toEqual([]);
        }
        // As narrow as it is by now, in one of the two schemes.
        const scheme = place % 2 === 0 ? 'light' : 'dark';
        await wearScheme(page, scheme);
        expect(await violationsOn(page), `${state.name}, ${scheme}`).toEqual([]);
      }
    },
  );
});

describe('finds what is wrong', () => {
  it('of a page that is too wide, cut off, broken and on one another', async () => {
    const page = await visits.openPage();
    await show(page, { path: '/blogs', heading: 'Blogs' });
    await page.evaluate(() => {
      const planted = [
        ['width: 3000px; height: 2px', ''],
        ['width: 3rem; overflow: hidden; white-space: nowrap', 'Cut off in the middle'],
        ['width: 3rem; overflow-wrap: anywhere', 'Unbreakable'],
        ['border: 1px solid', '<fieldset><p>Framed twice</p></fieldset>'],
        ['height: 2rem', '<button>One</button><button>Other</button>'],
      ] as const;
      for (const [style, html] of planted) {
        const node = Object.assign(document.createElement('div'), { innerHTML: html });
        node.style.cssText = style;
        document.querySelector('main')?.append(node);
      }
      for (const button of document.querySelectorAll<HTMLElement>('main button'))
        button.style.cssText = 'position: absolute';
    });
    expect(await flawsOf(page)).toEqual([
      expect.stringMatching(/^wider than the window by \d+$/),
      'cut off: “Cut off in the middle”',
      'broken: “Unbreakable”',
      'a frame in a frame: “Framed twice”',
      'on one another: “One” and “Other”',
    ]);
  });

  it('of a page with an empty half and a dead gap', async () => {
    const page = await visits.openPage();
    await show(page, { path: '/timing', heading: 'Our Timings' });
    expect(await emptinessOf(page)).toEqual([]);
    await page.evaluate(() => {
      const narrow = Object.assign(document.createElement('div'), { textContent: 'At the left alone. '.repeat(200) });
      narrow.style.cssText = 'width: 40%; margin-top: 300px';
      document.querySelector('main')?.append(narrow);
    });
    expect(await emptinessOf(page)).toEqual([
      expect.stringMatching(/^a dead gap of 3\d\d, /),
      expect.stringMatching(/^an empty half, \d+ wide/),
    ]);
  });
});

describe('a name of sixty letters without a space, and a price of seven digits', () => {
  it('have room at each width', async () => {
    const endless = 'Donaudampfschiffahrtsgesellschaftskapitaenswitwenrentenkasse';
    expect(endless).toHaveLength(60);
    const [chief, buyer] = [await admin(visits.origin), await newcomer(visits.origin, endless)];
    const toolId = await addTool(chief.api, { name: endless, PerPrice: 1_234_567, MinimumOrder: 1, Available: 9 });
    const { body } = await buyer.api.post<{ insertedId: string }>('/booking', orderOf(buyer.api, toolId, 1_234_567));
    await buyer.api.put('/cart', { lines: [{ toolId, quantity: 1 }] });
    // No provider takes such a sum at once: the page of its payment says so.
    const page = await visits.openPage({ signedInAs: buyer, expected: [/status of 409/] });
    for (const [path, heading] of [
      [`/?search=${endless}`, 'Tools that earn their keep'],
      [`/tools/${toolId}`, endless],
      ['/mycart', 'Cart'],
      ['/checkout', 'Check out'],
      ['/dashboard', 'Orders Info'],
      ['/dashboard/myorders', 'My Orders'],
      [`/dashboard/payment/${body.insertedId}`, 'Payment'],
      ['/dashboard/myprofile', 'My Profile'],
    ] as const) {
      await show(page, { path, heading });
      for (const width of widths) {
        await wear(page, width);
        await eventually(() => flawsOf(page), `${path} at ${width}`).toEqual([]);
      }
    }
  });
});

describe('a sum of fourteen digits', () => {
  it('is in one line on the slip of what is paid for on a phone', async () => {
    const buyer = await newcomer(visits.origin);
    const { id } = await order(buyer, 'Claw Hammer 16 oz');
    // The shop knows the order by another price.
    const page = await visits.openPage({ signedInAs: buyer, width: phone, expected: [/status of 409/] });
    await page.route(`**/booking/${id}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), price: 12_345_681_998_999.97 } });
    });
    await show(page, { path: `/dashboard/pay?orders=${id}`, heading: 'Payment' });
    const sum = page.getByRole('main').getByText('$12,345,681,998,999.97', { exact: true }).last();
    const lines = await sum.evaluate((node) => {
      const text = document.createRange();
      text.selectNodeContents(node);
      return text.getClientRects().length;
    });
    expect(lines).toBe(1);
  });
});

describe('read at 200 %, which is a window half as wide with as many pixels', () => {
  it('the way to an order is all there, with names that are written from right to left', async () => {
    const signedInAs = await newcomer(visits.origin, 'ליאורה בן־דוד הכהן');
    await order(signedInAs, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ signedInAs });
    for (const [path, heading] of [
      ['/', 'Tools that earn their keep'],
      ['/dashboard', 'Orders Info'],
      ['/dashboard/myorders', 'My Orders'],
      ['/dashboard/myprofile', 'My Profile'],
    ] as const) {
      await page.setViewportSize({ width: 640, height: 400 });
      await show(page, { path, heading });
      await eventually(() => flawsOf(page), `${path} at 200 %`).toEqual([]);
      const named = page.locator('[dir=auto]', { hasText: 'ליאורה' }).first();
      if (path !== '/dashboard/myprofile' && path !== '/') {
        expect(await named.evaluate((node) => getComputedStyle(node).direction)).toBe('rtl');
      }
    }
  });
});
