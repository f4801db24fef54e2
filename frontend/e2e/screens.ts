import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { saidArguments } from '../../backend/runtime/processes/said-arguments.ts';
import { buildFrontend } from '../../backend/start/launch/frontend-build.ts';
import { startShop } from '../../backend/testing/running-shop.ts';
import type { State } from './bringing.ts';
import { type Screen, show } from './looks/screens-of-the-shop.ts';
import { bringOut } from './looks/states-of-the-shop.ts';
import { launchBrowser, optionsOf } from './pages/chromium.ts';
import { screensArguments } from './pages/screens-arguments.ts';
import { type Stage, setStage, viewerOf } from './stage.ts';

const help = `
npm run screens
Takes a picture of every screen and of what screens show in passing, whole, wide and narrow, light and dark, into docs/screens.

  --into <folder>       another folder
  --widths <list>       in pixels (1280,390)
  --schemes <list>      (light,dark)
  --only <words>        screens whose names have one of these in them: cart,setup
`;
const { into, only, widths, schemes } = saidArguments(help, screensArguments);
const folder = into ?? join(import.meta.dirname, '../../docs/screens/');

/** The shop's time and the browser's, so that the same screens give the same pictures. */
const at = new Date('2026-01-05T09:30:00Z');

/** Narrower than this is a phone, where some things are behind a button. */
const phone = 700;
const mostBytes = 14 * 2 ** 20;

/** The README shows what stands in the window of these; all of them would be longer than the README. */
const inReadme = new Set(['home-1280-light', 'tool-1280-dark', 'dashboard-myorders-1280-light']);

await mkdir(folder, { recursive: true });
if (!into && !only) await empty();
await buildFrontend();
const shop = await startShop({ SEED: 'demo' }, { now: () => at });
const browser = await launchBrowser();
try {
  const stage = await setStage(shop.origin);
  // Visitors see nothing of what the others do.
  await Promise.all([
    takeAll(browser, stage, 'visitor'),
    takeAll(browser, stage, 'shopper').then(() => takeAll(browser, stage, 'admin')),
  ]);
} finally {
  await browser.close();
  await shop.end();
}
await weigh();

async function takeAll(browser: Browser, stage: Stage, seenBy: Screen['seenBy']): Promise<void> {
  const look = { motion: 'reduce', signedInAs: viewerOf({ seenBy }, stage) } as const;
  const context = await browser.newContext(optionsOf(look, stage.chief.api.origin));
  const isWanted = ({ name, ...screen }: Screen) =>
    screen.seenBy === seenBy && only.split(',').some((part) => name.includes(part));
  for (const screen of [...stage.screens, ...stage.states].filter(isWanted)) {
    const page = await context.newPage();
    await page.clock.setFixedTime(at);
    await takeOf(page, screen);
    await page.close();
    await context.setOffline(false);
  }
  await context.close();
}

/** A screen's code is fetched once; its width and its colours then change under it, as they do for whoever looks. */
async function takeOf(page: Page, screen: Screen | State): Promise<void> {
  const [isState, isNarrow] = ['bring' in screen, 'narrow' in screen];
  for (const [place, width] of widths.filter((width) => !isNarrow || width < phone).entries()) {
    await page.setViewportSize({ width, height: width < phone ? 844 : 800 });
    // What is open closes when the window gets another shape.
    if (place === 0 || isState) {
      if ('bring' in screen) await bringOut(page, screen);
      else await show(page, screen);
    }
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor({ state: 'attached' });
      const name = `${screen.name}-${width}-${scheme}`;
      await take(page, `${name}.webp`, !isState);
      if (inReadme.has(name)) await take(page, `${name}-first.webp`, false);
    }
  }
}

/** All of a page; of what stands over a page, what is in the window. */
async function take(page: Page, name: string, fullPage: boolean): Promise<void> {
  if (fullPage) await fetchPictures(page);
  const picture = await page.screenshot({ fullPage, animations: 'disabled' });
  await sharp(picture).webp({ quality: 65, effort: 4 }).toFile(join(folder, name));
  console.log(name);
}

/** Pictures below the window wait until one scrolls to them; here they are wanted at once. */
async function fetchPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
  });
}

/** What is not taken any more does not stay. */
async function empty(): Promise<void> {
  const names = await readdir(folder);
  await Promise.all(names.map((name) => rm(join(folder, name))));
}

async function weigh(): Promise<void> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${names.length} pictures, ${(bytes / 2 ** 20).toFixed(1)} MB`);
  if (!into && bytes > mostBytes) throw new Error('That is more than docs/screens should weigh.');
}
