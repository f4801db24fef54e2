import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const wcag22aa = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const dialog = '[role=dialog][aria-modal=true]';

/** What axe finds against WCAG 2.2 AA, and against what is good practice beyond it: the rule, the element, the reason. */
export async function violationsOn(page: Page): Promise<string[]> {
  await standStill(page);
  // It is half a megabyte, which would be given to the page anew each time.
  const isThere = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'undefined' }) }).setLegacyMode();
  // What is behind a dialog is covered by it, and cannot be reached.
  if (await page.locator(dialog).first().isVisible()) axe.include(dialog);
  axe.options({ runOnly: wcag22aa, resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any.map(({ message }) => message).join('; ')}`),
  );
}

/**
 * A page is looked at once it is there itself, and no more what was drawn of it before; its colours when nothing fades any more.
 * Endless animations (loaders) do not count.
 */
async function standStill(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.first-screen') === null);
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

/** Has a page in light or dark colours, as somebody who prefers them is shown it. */
export async function wearScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' });
}

export type Side = { readonly width: number; readonly scheme: 'light' | 'dark' };
export const brightAndWide: Side = { width: 1280, scheme: 'light' };
export const darkAndNarrow: Side = { width: 390, scheme: 'dark' };
export const allSides: readonly Side[] = [
  brightAndWide,
  darkAndNarrow,
  { width: 1280, scheme: 'dark' },
  { width: 390, scheme: 'light' },
];

/** Expects that axe finds nothing from any of these sides. */
export async function lookFrom(sides: readonly Side[], page: Page, where: string): Promise<void> {
  for (const { width, scheme } of sides) {
    await page.setViewportSize({ width, height: 844 });
    await wearScheme(page, scheme);
    expect(await violationsOn(page), `${where}, ${scheme}, ${width} wide`).toEqual([]);
  }
}
