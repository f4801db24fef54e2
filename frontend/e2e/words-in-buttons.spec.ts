import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserFixture } from './browser-fixture.ts';
import { show } from './screens-of-the-shop.ts';
import { type Stage, setStage, viewerOf } from './stage.ts';

const visits = browserFixture();
let stage: Stage;
beforeAll(async () => {
  stage = await setStage(visits.origin);
});

/** Pixels. A line's box is no whole number of them, and half of one goes above. */
const most = 2;

/** Each button, and each link that looks like one, with how far its words stand below its middle; above it for less than 0. */
const offMiddle = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.mantine-Button-root')]
      .filter((node) => node.checkVisibility({ visibilityProperty: true }))
      .map((node) => {
        const box = node.getBoundingClientRect();
        const lines: DOMRect[] = [];
        const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          // What is for screen readers alone is a pixel wide, and stands anywhere.
          if ((text.parentElement?.getBoundingClientRect().width ?? 0) <= 1) continue;
          const words = document.createRange();
          words.selectNodeContents(text);
          lines.push(...words.getClientRects());
        }
        const [top, bottom] = [
          Math.min(...lines.map((line) => line.top)),
          Math.max(...lines.map((line) => line.bottom)),
        ];
        const off = lines.length === 0 ? 0 : (top + bottom - box.top - box.bottom) / 2;
        return { kind: node.tagName, words: node.textContent ?? '', off };
      }),
  );

describe('the words of what looks like a button', () => {
  // Elsewhere their height does not grow, and the words are as high as the button.
  it('stand in its middle on a phone, a link’s too', async () => {
    const seen = { A: 0, BUTTON: 0 };
    for (const seenBy of ['visitor', 'shopper', 'admin'] as const) {
      const signedInAs = viewerOf({ seenBy }, stage);
      const expected = [/status of 40[0-4]/];
      const page = await visits.openPage({ width: 390, ...(signedInAs && { signedInAs }), expected });
      for (const screen of stage.screens.filter((screen) => screen.seenBy === seenBy)) {
        await show(page, screen);
        for (const { kind, words, off } of await offMiddle(page)) {
          seen[kind as keyof typeof seen] += 1;
          expect(Math.abs(off), `“${words}” on ${screen.name} stands ${off} pixels below the middle`).toBeLessThan(
            most,
          );
        }
      }
      await page.close();
    }
    expect(seen.A).toBeGreaterThan(10);
    expect(seen.BUTTON).toBeGreaterThan(10);
  });
});
