import type { Page } from 'playwright-core';

export type ButtonWords = {
  /** A for a link that looks like a button. */
  readonly kind: 'A' | 'BUTTON';
  readonly words: string;
  /** How far they stand below its middle, in pixels; above it for less than 0. */
  readonly off: number;
};

/** Each button, and each link that looks like one, with where its words stand. */
export function wordsInButtons(page: Page): Promise<ButtonWords[]> {
  return page.evaluate(() =>
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
        return { kind: node.tagName as 'A' | 'BUTTON', words: node.textContent ?? '', off };
      }),
  );
}
