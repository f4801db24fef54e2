import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { asOften, inTurn, isThorough } from '../../../backend/testing/as-often.ts';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import { browserFixture } from '../browser-fixture.ts';
import { eventually } from '../pages/eventually.ts';
import { type Stage, setStage, viewerOf } from '../stage.ts';
import { allSides, lookFrom, violationsOn } from './axe.ts';
import { emptinessOf } from './emptiness.ts';
import { flawsOf } from './flaws.ts';
import { isShown, type Screen, show } from './screens-of-the-shop.ts';
import { lostInForcedColours, movingOn, unseenFocusOn } from './seen-otherwise.ts';
import { wordsInButtons } from './words-in-buttons.ts';

/** Each screen is opened once, and looked at in every way there is. */
const visits = browserFixture();
let stage: Stage;
beforeAll(async () => {
  stage = await setStage(visits.origin);
});

/** By `npm test` the dearer looks go round: of four screens axe looks at one, and two are looked at at one width more. */
const isTurnOf = (looks: readonly number[], place: number) => isThorough || looks.includes(place % 4);
const byAxe = [0];
const byWidth = [1, 3];

/** Each screen where there is least room, and one at one width more. */
const widthsOf = (place: number) => [
  320,
  ...(isTurnOf(byWidth, place) ? inTurn([1280, 390, 1920, 768], Math.floor(place / 2)) : []),
];
/** From here on there is room beside what a page shows, which may be left empty. */
const wide = 1280;
const phone = 390;

/** Nothing is too wide, cut off, broken, on something else or half empty. */
async function lookAtWidths(page: Page, { name }: Screen, place: number): Promise<void> {
  for (const width of widthsOf(place)) {
    await page.setViewportSize({ width, height: 900 });
    await eventually(() => flawsOf(page), `${name} at ${width}`).toEqual([]);
    if (width >= wide) await eventually(() => emptinessOf(page), `${name} at ${width}`).toEqual([]);
  }
}

/** Pixels. A line's box is no whole number of them, and half of one goes above. */
const mostOffMiddle = 2;

/** Words stand in the middle of what looks like a button. On a phone: elsewhere it is no higher than they are. */
async function lookAtButtons(page: Page, { name }: Screen): Promise<readonly string[]> {
  await page.setViewportSize({ width: phone, height: 844 });
  const buttons = await wordsInButtons(page);
  for (const { words, off } of buttons) {
    expect(Math.abs(off), `“${words}” on ${name} stands ${off} pixels below the middle`).toBeLessThan(mostOffMiddle);
  }
  return buttons.map(({ kind }) => kind);
}

const inLargerText = ['home', 'login', 'timing', 'dashboard-myorders', 'dashboard-receipt', 'dashboard-products'];

/** With larger text, as a phone's settings make it: twice as large, by a thorough run a quarter larger as well. Some screens, or all of them. */
async function lookAtLargerText(page: Page, { name }: Screen): Promise<void> {
  if (!isThorough && !inLargerText.includes(name)) return;
  await page.setViewportSize({ width: phone, height: 844 });
  const browser = await page.context().newCDPSession(page);
  for (const size of isThorough ? [32, 20] : [32]) {
    await browser.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size - 6 } });
    const letters = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    await eventually(letters).toBe(`${size}px`);
    await eventually(() => flawsOf(page, 14), `${name} in letters of ${size} px`).toEqual([]);
  }
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  await browser.detach();
}

/** Where nothing may move, colours are the system's, and the keyboard is all there is. */
async function lookOtherwise(page: Page, { name }: Screen): Promise<void> {
  await page.setViewportSize({ width: wide, height: 800 });
  const flaws = {
    moving: await movingOn(page),
    lost: await lostInForcedColours(page),
    unseen: await unseenFocusOn(page),
  };
  expect.soft(flaws, name).toEqual({ moving: [], lost: [], unseen: [] });
}

describe('every screen', () => {
  it.each(['visitor', 'shopper', 'admin'] as const)(
    'for a %s has room at every width and for larger text, no flaw by axe, and is seen without motion, colours and mouse',
    async (seenBy) => {
      const expected = [/status of 40[0-4]/];
      const page = await visits.openPage({ signedInAs: viewerOf({ seenBy }, stage), motion: 'reduce', expected });
      const mine = stage.screens.filter((screen) => screen.seenBy === seenBy);
      expect(mine.length).toBeGreaterThan(0);
      const buttons: string[] = [];
      for (const [place, screen] of mine.entries()) {
        await show(page, screen);
        await lookAtWidths(page, screen, place);
        if (isTurnOf(byWidth, place)) buttons.push(...(await lookAtButtons(page, screen)));
        await lookAtLargerText(page, screen);
        if (isTurnOf(byAxe, place)) await lookFrom(inTurn(allSides, Math.floor(place / 4)), page, screen.name);
        // One of sixteen screens by `npm test`, all of them by `npm run test:thorough`.
        if (place % asOften(16, 1) === 0) await lookOtherwise(page, screen);
      }
      expect(buttons, 'buttons, and links that look like them').toEqual(expect.arrayContaining(['A', 'BUTTON']));
    },
  );
});

thoroughly(
  'finds what is planted where nothing may move, colours are the system’s, and the keyboard is all there is',
  async () => {
    const page = await visits.openPage({ motion: 'reduce' });
    await page.goto('/payment');
    await isShown(page, 'Payment');
    await page.evaluate(() => {
      const plant = (tag: string, name: string, style: Partial<CSSStyleDeclaration>) => {
        const node = document.createElement(tag);
        node.textContent = name;
        node.setAttribute('class', name);
        for (const [property, value] of Object.entries(style))
          node.style.setProperty(property, String(value), 'important');
        document.querySelector('main')?.append(node);
      };
      plant('p', 'Moves', { 'transition-duration': '2s', 'transition-property': 'color' } as object);
      plant('button', 'mantine-Button-root', { border: '0', background: 'orange' });
      plant('button', 'Unseen', { outline: 'none' });
      for (const name of ['x', 'y'])
        plant('button', name, { display: 'block', width: '12px', height: '12px', padding: '0', overflow: 'hidden' });
    });
    expect(await movingOn(page)).toEqual([expect.stringContaining('P Moves')]);
    expect(await lostInForcedColours(page)).toEqual([expect.stringContaining('mantine-Button-root')]);
    expect(await unseenFocusOn(page)).toEqual([expect.stringContaining('no outline: BUTTON Unseen')]);
    // What is too small to be pressed (WCAG 2.2, 2.5.8, with its exceptions) axe looks for on every screen.
    expect(await violationsOn(page)).toContainEqual(expect.stringContaining('target-size'));
  },
);
