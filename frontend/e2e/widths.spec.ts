import { describe, expect, it } from 'vitest';
import { newcomer } from './account.ts';
import { browserFixture } from './browser-fixture.ts';
import { eventually } from './eventually.ts';
import { flawsOf } from './flaws.ts';
import { order } from './orders.ts';
import { show } from './screens-of-the-shop.ts';
import { setStage, viewerOf } from './stage.ts';

const visits = browserFixture();
const widths = [320, 390, 768, 1280, 1920];

describe('no screen is too wide, cuts text off, breaks a word or puts controls on one another', () => {
  it.each(['visitor', 'shopper', 'admin'] as const)(`for a %s, at ${widths} pixels`, async (seenBy) => {
    const stage = await setStage(visits.origin);
    const screens = stage.screens.filter((screen) => screen.seenBy === seenBy);
    const [first] = screens;
    const page = await visits.openPage({ signedInAs: first && viewerOf(first, stage), expected: [/status of 404/] });
    for (const screen of screens) {
      await show(page, screen);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await eventually(() => flawsOf(page), `${screen.name} at ${width}`).toEqual([]);
      }
    }
  });
});

it('finds what is wrong: a page that is too wide, cut off, broken and on one another', async () => {
  const page = await visits.openPage();
  await show(page, { path: '/blogs', heading: 'Blogs' });
  await page.evaluate(() => {
    const planted = [
      ['width: 3000px; height: 2px', ''],
      ['width: 3rem; overflow: hidden; white-space: nowrap', 'Cut off in the middle'],
      ['width: 3rem; overflow-wrap: anywhere', 'Unbreakable'],
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
    'on one another: “One” and “Other”',
  ]);
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
