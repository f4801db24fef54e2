import type { Page } from 'playwright-core';

/**
 * Adds up how much of a page moves under who looks at it, as the browser says (Layout Instability), from each beginning of the page on.
 * @returns the sum so far
 */
export async function addUpShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(globalThis, { shifted: () => sum });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shifted: () => number }).shifted());
}
