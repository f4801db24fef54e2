import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pause } from '../runtime/time/pause.ts';
import { type ApiClient, signIn } from '../testing/api-client.ts';
import { startRedis } from '../testing/redis.ts';
import { adminCalls, exported, type Known, longLists } from './admin-calls.ts';
import { type ChildServer, startChild } from './child-server.ts';
import { type Figure, type Figures, tried } from './figures/figure.ts';
import { spreadOf } from './figures/quantiles.ts';
import { conditionOf } from './figures/spending.ts';
import { makeLog } from './logs/made-log.ts';
import { openingOf } from './opening.ts';

const many = { people: 100_000, tools: 20_000 };
/** How often each call is made, one after the other. */
const times = 100;
/** For how many milliseconds of the processor a call may hold the event loop. */
const mostHeld = { amount: 50 };
/** How many come before a page that is asked for: in pages of the longest. */
const pagesBefore = 20;
const longestPage = 1_000;
/** While the history is being indexed it says so, in milliseconds between two looks. */
const lookEvery = 500;
const megabyte = 2 ** 20;

type Asked = { readonly shop: ChildServer; readonly admin: ApiClient };

/**
 * What admins ask of a shop that has grown, one call after the other: 100,000 people, 20,000 tools and so many orders, a tenth of which
 * were paid. What is measured is for how long nobody else is answered; and what they themselves wait.
 */
export async function benchAdmins(folder: string, orders: number, on: 'sqlite' | 'redis'): Promise<Figures> {
  const dataDir = join(folder, 'admins');
  await mkdir(dataDir);
  await makeLog({ dataDir, ...many, orders, paid: 0.1 });
  const redis = on === 'redis' ? await startRedis() : undefined;
  try {
    const settings = { DATA_DIR: dataDir, ...(redis && { READ_MODELS: redis.url }) };
    const first = await openingFigure('the first start, without read models', settings);
    const again = await openingFigure('the next start', settings);
    const figures = [first, again, ...(await askedOf(settings))];
    const store = redis ? 'SQLite and a redis-server' : 'SQLite';
    return { on: `${store}, 100,000 people, 20,000 tools and ${orders.toLocaleString('en-US')} orders`, figures };
  } finally {
    await redis?.stop();
  }
}

function openingFigure(what: string, settings: Readonly<Record<string, string>>): Promise<Figure> {
  return tried(what, async () => {
    const { seconds, resident } = await openingOf(settings);
    return { ours: { amount: { value: seconds, unit: 's' } }, note: `${resident} MB resident` };
  });
}

async function askedOf(settings: Readonly<Record<string, string>>): Promise<Figure[]> {
  const environment = { SEED: 'demo', PORT: '0', ...settings };
  const shop = await startChild('shop-server.ts', [], environment, ['--expose-gc']);
  try {
    const admin = await signIn(shop.origin, 'admin@inventory.dev', 'inventory');
    while ((await admin.get('/history?limit=1')).status === 503) await pause(lookEvery);
    const asked = { shop, admin };
    const figures: Figure[] = [await keptFigure('resident before', shop)];
    for (const [what, path] of Object.entries(adminCalls(await someOrder(admin)))) {
      figures.push(await callFigure(what, path, asked));
    }
    for (const [what, path] of Object.entries(longLists)) {
      figures.push(await callFigure(what, await deepPage(admin, path), asked));
    }
    for (const [what, path] of Object.entries(exported)) figures.push(await exportFigure(what, path, asked));
    return [...figures, await keptFigure('resident after all of it', shop)];
  } finally {
    await shop.stop();
  }
}

/** How long a call takes, and for how long it holds the event loop: at the longest, also when nothing is known of it yet. */
function callFigure(what: string, path: string, { shop, admin }: Asked): Promise<Figure> {
  const measure = async () => {
    await conditionOf(shop);
    const took: number[] = [];
    for (let time = 0; time < times; time++) {
      const begun = performance.now();
      const { status } = await admin.get(path);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      took.push(performance.now() - begun);
    }
    const { held } = await conditionOf(shop);
    const note = `${Math.round(took[0] ?? 0)} ms the first time`;
    return { ours: { amount: { value: held, unit: 'ms' as const }, ...spreadOf(took) }, note };
  };
  return tried(what, measure, mostHeld);
}

/** The same of a file that is read as it comes. */
function exportFigure(what: string, path: string, { shop, admin }: Asked): Promise<Figure> {
  const measure = async () => {
    const { rss: before } = await conditionOf(shop);
    const begun = performance.now();
    const headers = { authorization: `Bearer ${admin.token}` };
    const answer = await fetch(shop.origin + path, { headers });
    if (!answer.ok || !answer.body) throw new Error(`${path} answered ${answer.status}`);
    let bytes = 0;
    for await (const piece of answer.body) bytes += piece.length;
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    const { held, rss } = await conditionOf(shop);
    const note = `${Math.round(bytes / megabyte)} MB in ${seconds} s; ${Math.round((rss - before) / megabyte)} MB more resident`;
    return { ours: { amount: { value: held, unit: 'ms' as const } }, note };
  };
  return tried(what, measure, mostHeld);
}

function keptFigure(what: string, shop: ChildServer): Promise<Figure> {
  return tried(what, async () => {
    const { rss } = await conditionOf(shop);
    const { heapUsed } = (await shop.ask('what do you keep?')) as { readonly heapUsed: number };
    const note = `${Math.round(heapUsed / megabyte)} MB of it can be reached`;
    return { ours: { amount: { value: rss / megabyte, unit: 'MB' } }, note };
  });
}

/** The address of a page that many come before. */
async function deepPage(admin: ApiClient, path: string): Promise<string> {
  const limit = /limit=\d+/.exec(path)?.[0] ?? '';
  let at = path.replace(limit, `limit=${longestPage}`);
  for (let page = 0; page < pagesBefore; page++) {
    const { headers } = await admin.get(at);
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    if (next === undefined) break;
    at = next;
  }
  return at.replace(`limit=${longestPage}`, limit);
}

async function someOrder(admin: ApiClient): Promise<Known> {
  type Shown = { readonly _id: string; readonly toolId: string; readonly personEmail: string };
  const { body } = await admin.get<Shown[]>('/booking?limit=100');
  const order = body.find(({ personEmail }) => personEmail.startsWith('person-'));
  if (!order) throw new RangeError('There is no order.');
  return { toolId: order.toolId, orderId: order._id, email: order.personEmail };
}
