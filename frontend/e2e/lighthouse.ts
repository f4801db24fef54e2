import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { generatePath } from 'react-router-dom';
import { buildFrontend } from '../../backend/start/frontend-build.ts';
import { browserArguments, findBrowser } from '../../backend/testing/browser.ts';
import { startShopProcess } from '../../backend/testing/shop-process.ts';
import { pages } from '../../modules/kernel/page-addresses.ts';
import { type Account, shopper, storageOf } from './account.ts';
import { onlyHere } from './chromium.ts';
import { toolNamed } from './orders.ts';

/**
 * Measures the built shop with Lighthouse as a phone sees it, and fails below what the shop is to reach. Each run is a first
 * visit: a process that has just been opened, and a browser that has nothing of it. With names of pages, only those:
 * `npm run lighthouse -- home tool`.
 */

const least = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** In milliseconds, as Lighthouse reckons it for a slow phone on a slow network. */
const latestPaintMs = 1_200;
const runs = 5;
const timings = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];
type Scores = Record<(typeof categories)[number], number>;
type Entry = { readonly name: string; readonly value: string };
type Run = { readonly scores: Scores; readonly paintMs: number; readonly summary: string };
/** `begin` makes what the visit needs, and says where it leads. */
type Visited = { readonly begin: (origin: string, port: number) => Promise<string> };

const measuredTool = 'Claw Hammer 16 oz';
const visited: Record<string, Visited> = {
  home: { begin: async () => pages.front },
  login: { begin: async () => pages.login },
  tool: {
    begin: async (origin, port) => {
      const buyer = await shopper(origin);
      await signIn(buyer, port, origin);
      return generatePath(pages.tool, { id: (await toolNamed(buyer, measuredTool))._id });
    },
  },
  cart: {
    begin: async (origin, port) => {
      const buyer = await shopper(origin);
      const lines = [{ toolId: (await toolNamed(buyer, measuredTool))._id, quantity: 2 }];
      await signIn(buyer, port, origin, [{ name: 'cart', value: JSON.stringify({ who: '', lines }) }]);
      return pages.cart;
    },
  },
};

await buildFrontend();
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(visited);
const table: Record<string, Scores & { paintMs: number }> = {};
for (const name of wanted) {
  const page = visited[name];
  if (!page) throw new Error(`There is no ${name}; there is ${Object.keys(visited).join(', ')}.`);
  table[name] = await measure(name, page);
}
console.table(table);
for (const [name, { paintMs, ...scores }] of Object.entries(table)) {
  for (const category of categories) {
    if (scores[category] < least[category])
      complain(`${name}: ${category} is ${scores[category]}, not ${least[category]}`);
  }
  if (paintMs > latestPaintMs) complain(`${name}: its largest paint is at ${paintMs} ms, not by ${latestPaintMs} ms`);
}

function complain(line: string): void {
  console.error(line);
  process.exitCode = 1;
}

/** The middle ones of five runs: a machine that is busy with something else for a moment does not decide. */
async function measure(name: string, page: Visited): Promise<Scores & { paintMs: number }> {
  const taken: Run[] = [];
  while (taken.length < runs) {
    const one = await firstVisit(page);
    console.log(`${name}: ${one.scores.performance}; ${one.summary}`);
    taken.push(one);
  }
  const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  const scored = categories.map((category) => [category, middle(taken.map(({ scores }) => scores[category]))] as const);
  return { ...(Object.fromEntries(scored) as Scores), paintMs: middle(taken.map(({ paintMs }) => paintMs)) };
}

/** At a shop that nobody has been to, by a browser that has been nowhere. */
async function firstVisit({ begin }: Visited): Promise<Run> {
  const dataDir = await mkdtemp(join(tmpdir(), 'inventory-'));
  const shop = await startShopProcess({ DATA_DIR: dataDir, PORT: '0', SEED: 'demo', LOG_LEVEL: 'error' });
  const chrome = await launch({ chromePath: findBrowser(), chromeFlags: [...browserArguments, onlyHere] });
  try {
    return await run(shop.origin + (await begin(shop.origin, chrome.port)), chrome.port);
  } finally {
    chrome.kill();
    await shop.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Scores from 0 to 100. Lighthouse's settings are its own: a slow phone on a slow network. What `begin` has put into the browser stays. */
async function run(address: string, port: number): Promise<Run> {
  const options = { port, logLevel: 'error' as const, disableStorageReset: true };
  const result = await lighthouse(address, { ...options, onlyCategories: [...categories] });
  if (!result || result.lhr.runtimeError) throw new Error(`${address}: ${result?.lhr.runtimeError?.message}`);
  const { finalDisplayedUrl, audits, categories: found } = result.lhr;
  if (finalDisplayedUrl !== address) throw new Error(`${address} led to ${finalDisplayedUrl}.`);
  const score = (category: keyof Scores) => Math.round((found[category]?.score ?? 0) * 100);
  const times = timings.map((id) => `${audits[id]?.title} ${audits[id]?.displayValue}`);
  const lost = Object.values(audits).filter((audit) => audit.score === 0);
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    paintMs: Math.round(audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY),
    summary: [...times, ...lost.map(({ title }) => title)].join('; '),
  };
}

/** Puts a session into the browser that Lighthouse is going to use, and what else its storage is to hold. */
async function signIn(account: Account, port: number, origin: string, held: readonly Entry[] = []): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no window.');
  const { cookies, origins } = storageOf(account);
  await context.addCookies(cookies);
  const page = await context.newPage();
  // A page of the shop's that brings nothing along which Lighthouse would then find in the cache.
  await page.goto(`${origin}/health`);
  await page.evaluate(
    (entries) => {
      for (const { name, value } of entries) localStorage.setItem(name, value);
    },
    [...origins.flatMap(({ localStorage: kept }) => kept), ...held],
  );
  await page.close();
  await browser.close();
}
