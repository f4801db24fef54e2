import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { saidArguments } from '../runtime/processes/said-arguments.ts';
import { hasRedisServer } from '../testing/redis/redis-process.ts';
import { benchAdmins } from './admins.ts';
import { benchAudit } from './audit.ts';
import { type BenchPart, benchArguments } from './bench-arguments.ts';
import { startChild } from './child-server.ts';
import { compileAhead } from './compile-ahead.ts';
import { benchEngines } from './engines.ts';
import { allTried, type Figures, verdictsOn } from './figures/figure.ts';
import { tableOf } from './figures/table.ts';
import { type Part, writeDown, writeFew } from './figures/write-down.ts';
import { grow } from './grow.ts';
import { benchLive } from './live.ts';
import { openFullShop } from './logs/shelves.ts';
import { benchOpening } from './opening.ts';
import { type OrderTargets, placeMany, placeOrders } from './orders.ts';
import { ownFolder } from './own-folder.ts';
import { readPages } from './pages.ts';
import { profile } from './profile.ts';
import { benchReplay } from './replay.ts';

const help = `
npm run bench [-- seconds for each figure]
What the shop does in a second, beside what bare Express and bare stores do on the same machine in the same run.

  --orders <count>      orders that are placed before the memory is looked at (200000); the shop whose start is measured has five times as many
  --only <part>         sqlite, replay, opening or engines
  --json                for machines
  --write               into docs/performance.md and README.md as well, in the place of what is there

  grow [orders]         the same shop up to a million orders
  audit [events]        what operators ask of a shop with a million events, beside it
  admins [orders]       what admins ask of a shop that has grown; with --only redis its read models are there
  live [seconds]        how soon browsers hear of what happened
  profile [seconds]     where the time goes
`;

// Client and server share the machine, each in a process of its own.
const { what, howMuch, only, orders, json, write } = saidArguments(help, benchArguments);
const measuredOn = new Date().toISOString().slice(0, 10);
const machine = `On ${measuredOn}, Node ${process.version}, ${availableParallelism()} cores; 64 connections where nothing else is said.`;
const folder = ownFolder('inventory-bench-');

const must: OrderTargets = {
  spread: { ofBare: 0.7, perSecond: 3_000, p99: 40 },
  hot: { ofBare: 0.7, perSecond: 3_000 },
  hotOfMany: { p99ofMedian: 4 },
};

// What nobody waits for any more, an answer that comes late for one, ends nothing.
process.on('uncaughtException', (reason) => {
  console.error(reason);
  process.exitCode = 1;
});

if (what === 'live') await benchLive(howMuch);
else if (what === 'profile') {
  say('profile', [machine, ...(await profile(folder, { seconds: howMuch, orders }))]);
} else if (what === 'grow') print('growth', [await grow(folder, howMuch)]);
else if (what === 'audit') print('audit', [await benchAudit(folder, howMuch)]);
else if (what === 'admins') {
  print('admins', [await benchAdmins(folder, howMuch, only === 'redis' ? 'redis' : 'sqlite')]);
} else {
  const measured = await everything(howMuch);
  print('figures', measured);
  if (write) writeFew(measured);
}

/** What cannot be measured says so in its place, and what comes after it is. */
async function everything(seconds: number): Promise<Figures[]> {
  const address = process.env.TEST_EVENTSTOREDB_URL || undefined;
  const all: Record<BenchPart, () => Promise<Figures>> = {
    sqlite: () => onSqlite(seconds),
    replay: () => benchReplay(folder),
    opening: () => benchOpening(folder, 5 * orders),
    engines: () => benchEngines(seconds, address),
  };
  const measured: Figures[] = [];
  for (const [name, measure] of Object.entries(all)) {
    if (only !== undefined && only !== name) continue;
    if (name === 'engines' && !hasRedisServer()) {
      console.error('EventStoreDB and Redis are not measured, for want of a redis-server.');
    } else measured.push(await section(name, measure));
  }
  const worked = measured.flatMap(({ figures }) => figures).filter(({ ours }) => Object.keys(ours).length > 0);
  if (worked.length === 0) process.exitCode = 1;
  return measured;
}

async function section(on: string, measure: () => Promise<Figures>): Promise<Figures> {
  console.error(`${new Date().toISOString().slice(11, 19)} ${on}`);
  try {
    return await measure();
  } catch (reason) {
    const note = `not measured: ${reason instanceof Error ? reason.message : String(reason)}`;
    return { on, figures: [{ what: 'all of it', ours: {}, note }] };
  }
}

async function onSqlite(seconds: number): Promise<Figures> {
  await compileAhead(folder);
  const shop = await openFullShop({ DATA_DIR: join(folder, 'shop') });
  const bare = await startChild('bare-server.ts', [join(folder, 'bare.db')]);
  try {
    const figures = [
      ...(await allTried('pages', () => readPages(shop, bare, seconds))),
      ...(await allTried('orders', () => placeOrders(shop, bare, seconds, must))),
      ...(await allTried('many orders', () => placeMany(shop, bare, { orders }))),
    ];
    return { on: 'SQLite', figures };
  } finally {
    await shop.stop();
    await bare.stop();
  }
}

function print(part: Exclude<Part, 'profile'>, measured: readonly Figures[]): void {
  if (!json) {
    say(part, [machine, ...measured.flatMap((one) => tableOf(one))]);
    return;
  }
  const judged = measured.map(({ on, figures }) => ({
    on,
    figures: figures.map((figure) => ({ ...figure, verdicts: verdictsOn(figure) })),
  }));
  console.log(JSON.stringify({ node: process.version, cores: availableParallelism(), measured: judged }, null, 2));
}

function say(part: Part, lines: readonly string[]): void {
  for (const line of lines) console.log(line);
  if (write) writeDown(part, lines);
}
