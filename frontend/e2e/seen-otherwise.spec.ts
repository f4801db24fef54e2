import { beforeAll, describe, expect, it } from 'vitest';
import { inTurn } from '../../backend/testing/as-often.ts';
import { violationsOn } from './axe.ts';
import { browserFixture } from './browser-fixture.ts';
import { isShown, type Screen, show } from './screens-of-the-shop.ts';
import { lostInForcedColours, movingOn, unseenFocusOn } from './seen-otherwise.ts';
import { type Stage, setStage, viewerOf } from './stage.ts';

const visits = browserFixture();
let stage: Stage;
beforeAll(async () => {
  stage = await setStage(visits.origin);
});

const expected = [/status of 40[0-4]/];

/** One of three screens by `npm test`, all of them by `npm run test:thorough`. */
const lookedAt = (screens: readonly Screen[]) =>
  inTurn([0, 1, 2], 0).flatMap((rest) => screens.filter((_, at) => at % 3 === rest));

async function look(seenBy: Screen['seenBy']): Promise<void> {
  const mine = lookedAt(stage.screens.filter((screen) => screen.seenBy === seenBy));
  const [first] = mine;
  const page = await visits.openPage({ expected, motion: 'reduce', signedInAs: first && viewerOf(first, stage) });
  for (const screen of mine) {
    await show(page, screen);
    const flaws = {
      moving: await movingOn(page),
      lost: await lostInForcedColours(page),
      unseen: await unseenFocusOn(page),
    };
    expect.soft(flaws, screen.name).toEqual({ moving: [], lost: [], unseen: [] });
  }
}

describe('where nothing may move, colours are the system’s, and the keyboard is all there is', () => {
  it('finds what is planted', async () => {
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
  });

  it('visitors see what they need', () => look('visitor'));
  it('shoppers see what they need', () => look('shopper'));
  it('admins see what they need', () => look('admin'));
});
