import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasRedisServer } from '../testing/redis/redis-process.ts';
import { startChild } from './child-server.ts';
import { benchEngines } from './engines.ts';
import { type Figures, tableOf } from './figure.ts';
import { grow } from './grow.ts';
import { benchLive } from './live.ts';
import { placeOrders } from './orders.ts';
import { readPages } from './pages.ts';
import { benchReplay } from './replay.ts';
import { openFullShop } from './shelves.ts';

/**
 * `npm run bench`: what the shop does in a second, beside what bare Express and bare stores do on the same machine in the
 * same run. Client and server share the machine, each in a process of its own. Argument: seconds for each figure.
 * `-- --json` prints it for machines. `-- grow [orders]`: the same shop up to a million orders (grow.ts).
 * `-- live [seconds]`: how soon browsers hear of what happened (live.ts).
 */
const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [what = '5', howMuch] = positionals;
const folder = await mkdtemp(join(tmpdir(), 'inventory-bench-'));

try {
  if (what === 'live') await benchLive(Number(howMuch ?? 20));
  else if (what === 'grow') print([await grow(folder, Number(howMuch ?? 1_000_000))]);
  else print(await everything(Number(what)));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function everything(seconds: number): Promise<Figures[]> {
  const measured = [await onSqlite(seconds), await benchReplay(folder)];
  if (hasRedisServer()) measured.push(await benchEngines(seconds, process.env.TEST_EVENTSTOREDB_URL || undefined));
  else console.error('EventStoreDB and Redis are not measured, for want of a redis-server.');
  return measured;
}

async function onSqlite(seconds: number): Promise<Figures> {
  const shop = await openFullShop({ DATA_DIR: join(folder, 'shop') });
  const bare = await startChild('bare-server.ts', [join(folder, 'bare.db')]);
  try {
    const pages = await readPages(shop, bare, seconds);
    return { on: 'SQLite', figures: [...pages, ...(await placeOrders(shop, bare, seconds))] };
  } finally {
    await shop.stop();
    await bare.stop();
  }
}

function print(measured: readonly Figures[]): void {
  const machine = { node: process.version, cores: availableParallelism() };
  const heading = `Node ${machine.node}, ${machine.cores} cores; 64 connections where nothing else is said`;
  const lines = values.json
    ? [JSON.stringify({ ...machine, measured }, null, 2)]
    : [heading, ...measured.flatMap((one) => tableOf(one))];
  for (const line of lines) console.log(line);
}
