import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { buildFrontend } from '../../backend/start/frontend-build.ts';
import { startShop } from '../../backend/testing/running-shop.ts';
import { launchBrowser, optionsOf } from './chromium.ts';
import { type Screen, show } from './screens-of-the-shop.ts';
import { type Stage, setStage, viewerOf } from './stage.ts';

/** Takes a picture of every screen, wide and narrow, light and dark, into docs/screens. */

const folder = join(import.meta.dirname, '../../docs/screens/');

/** The shop's time and the browser's, so that the same screens give the same pictures. */
const at = new Date('2026-01-05T09:30:00Z');

/** Longer pages are cut, in pixels. */
const mostHeight = 2_000;
const mostBytes = 14 * 2 ** 20;

await mkdir(folder, { recursive: true });
await buildFrontend();
const shop = await startShop({ SEED: 'demo' }, { now: () => at });
const browser = await launchBrowser();
try {
  const stage = await setStage(shop.origin);
  for (const seenBy of ['visitor', 'shopper', 'admin'] as const) await takeAll(browser, stage, seenBy);
} finally {
  await browser.close();
  await shop.end();
}
await weigh();

async function takeAll(browser: Browser, stage: Stage, seenBy: Screen['seenBy']): Promise<void> {
  const screens = stage.screens.filter((screen) => screen.seenBy === seenBy);
  for (const width of [1280, 390] as const) {
    for (const scheme of ['light', 'dark'] as const) {
      const signedInAs = screens[0] && viewerOf(screens[0], stage);
      const context = await browser.newContext(
        optionsOf({ width, scheme, motion: 'reduce', signedInAs }, stage.chief.api.origin),
      );
      const page = await context.newPage();
      await page.clock.setFixedTime(at);
      for (const screen of screens) {
        await show(page, screen);
        await take(page, `${folder}${screen.name}-${width}-${scheme}.png`);
      }
      await context.close();
    }
  }
}

async function take(page: Page, path: string): Promise<void> {
  await fetchPictures(page);
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: document.documentElement.scrollHeight,
  }));
  const clip = { x: 0, y: 0, width, height: Math.min(height, mostHeight) };
  await page.screenshot({ path, fullPage: true, clip, animations: 'disabled' });
  console.log(path.slice(folder.length));
}

/** Pictures below the window wait until one scrolls to them; here they are wanted at once. */
async function fetchPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
  });
}

async function weigh(): Promise<void> {
  const pictures = (await readdir(folder)).filter((name) => name.endsWith('.png'));
  const sizes = await Promise.all(pictures.map(async (name) => (await stat(folder + name)).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${pictures.length} pictures, ${(bytes / 2 ** 20).toFixed(1)} MB`);
  if (bytes > mostBytes) throw new Error('That is more than docs/screens should weigh.');
}
