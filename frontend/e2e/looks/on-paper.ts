import type { Page } from 'playwright-core';
import { type PdfPage, pagesOfPdf } from '../../../backend/testing/clients/text-of-pdf.ts';

/** The sheets that a page is printed on. */
export async function printed(page: Page, format: 'A4' | 'Letter'): Promise<PdfPage[]> {
  return pagesOfPdf(await page.pdf({ format, preferCSSPageSize: false, printBackground: true }));
}

/** What of a page would be on paper in a light colour, or on a dark ground, each with its text. */
export async function paleOnPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' });
  const pale = await page.evaluate(() => {
    const brightness = (colour: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      return alpha === 0 ? undefined : (red + green + blue) / 3;
    };
    return [...document.querySelectorAll<HTMLElement>('html, body, body *')].flatMap((node) => {
      const says = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent?.trim());
      if (!node.checkVisibility() || node.closest('script, style, svg')) return [];
      const { color, backgroundColor } = getComputedStyle(node);
      const isPale = says && (brightness(color) ?? 0) > 100;
      return isPale || (brightness(backgroundColor) ?? 255) < 200
        ? [`${node.tagName} ${node.innerText.slice(0, 40)}`]
        : [];
    });
  });
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  return pale;
}
