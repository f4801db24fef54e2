import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import { chromium } from 'playwright-core';
import { generatePath } from 'react-router-dom';
import { oneOf, saidArguments } from '../../backend/runtime/processes/said-arguments.ts';
import { buildFrontend } from '../../backend/start/launch/frontend-build.ts';
import { browserArguments, findBrowser } from '../../backend/testing/clients/browser.ts';
import { startShopProcess } from '../../backend/testing/shop-process.ts';
import { pages } from '../../modules/kernel/wire/page-addresses.ts';
import { type Account, shopper, storageOf } from './account.ts';
import { toolNamed } from './buying/orders.ts';
import { type Measured, middleOf, missedBy, type Run } from './lighthouse/lighthouse-goals.ts';
import { lighthouseRun, NotMeasured } from './lighthouse/lighthouse-run.ts';
import { onlyHere } from './pages/chromium.ts';

const help = `
npm run lighthouse [-- names of pages: home, login, tool, cart]
Measures the built shop with Lighthouse as a phone sees it, and fails below what the shop is to reach. Each run is a first visit: a process that
has just been opened, and a browser that has nothing of it.

  --processor-time      each task counts for the processor time that it took: what a machine with much else to do still can say
`;

const runs = 5;
/** Of one visit that Chromium recorded nothing of. */
const mostAttempts = 3;

type Entry = { readonly name: string; readonly value: string };
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

const { wanted, isAtProcessorTime } = saidArguments(help, (args) => {
  const options = { 'processor-time': { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  for (const name of positionals) oneOf('A page', name, Object.keys(visited));
  return { wanted: positionals, isAtProcessorTime: values['processor-time'] };
});
const chromePath = findBrowser();
if (chromePath === undefined) {
  console.error('Lighthouse needs a Chromium: install one, or say in CHROMIUM_PATH where it is.');
  process.exit(1);
}

await buildFrontend();
const loadBefore = loadavg();
const measured: Record<string, Measured> = {};
for (const [name, page] of Object.entries(visited)) {
  if (wanted.length === 0 || wanted.includes(name)) measured[name] = await measure(name, page);
}
const rows = Object.entries(measured).map(([name, { scores, paintMs, blockedMs }]) => [
  name,
  { ...scores, 'largest paint, ms': paintMs, 'blocked, ms': blockedMs },
]);
console.table(Object.fromEntries(rows));
const reckoned = isAtProcessorTime ? 'processor time of each task' : 'wall-clock time';
const [before, after] = [loadBefore, loadavg()].map(([minute = Number.NaN]) => minute.toFixed(1));
console.log(
  `The middle of ${runs} first visits each, by ${reckoned}; ${availableParallelism()} cores, load ${before} at the start and ${after} at the end.`,
);
const missed = Object.entries(measured).flatMap(([name, one]) => missedBy(name, one));
for (const line of missed) console.error(line);
console.log(missed.length === 0 ? 'Every goal is reached.' : `${missed.length} goals are missed.`);
process.exitCode = missed.length === 0 ? 0 : 1;

async function measure(name: string, page: Visited): Promise<Measured> {
  const taken: Run[] = [];
  while (taken.length < runs) {
    const one = await measuredVisit(name, page);
    console.log(`${name}: ${one.scores.performance}; ${one.summary}`);
    taken.push(one);
  }
  return middleOf(taken);
}

async function measuredVisit(name: string, page: Visited, attempt = 1): Promise<Run> {
  try {
    return await firstVisit(page);
  } catch (reason) {
    if (!(reason instanceof NotMeasured) || attempt === mostAttempts) throw reason;
    console.log(`${name}: a visit was not measured (${reason.message}), and is made again.`);
    return measuredVisit(name, page, attempt + 1);
  }
}

/** At a shop that nobody has been to, by a browser that has been nowhere. */
async function firstVisit({ begin }: Visited): Promise<Run> {
  const dataDir = await mkdtemp(join(tmpdir(), 'inventory-'));
  const shop = await startShopProcess({ DATA_DIR: dataDir, PORT: '0', SEED: 'demo', LOG_LEVEL: 'error' });
  const chrome = await launch({ chromePath, chromeFlags: [...browserArguments, onlyHere] });
  try {
    const address = shop.origin + (await begin(shop.origin, chrome.port));
    return await lighthouseRun(address, { port: chrome.port, isAtProcessorTime });
  } finally {
    chrome.kill();
    await shop.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
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
