import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { openSqliteReadModels } from '../read-models/sqlite.ts';
import { addTool, orderOf, signIn } from '../testing/api-client.ts';
import { hasRedisServer } from '../testing/redis/redis-process.ts';
import { startChild } from './child-server.ts';
import { benchEngines } from './engines.ts';
import { benchLive } from './live.ts';
import { type Measured, underLoad } from './load.ts';
import { bareReplaySpeed, fill, replaySpeed } from './replay.ts';

/**
 * `npm run bench`: what the shop does in a second, beside what bare Express and bare SQLite do on the same machine in
 * the same run; then the shop on EventStoreDB and Redis, beside their bare clients. Client and server share the machine, each in a process of its own. Argument: seconds for each figure.
 * `npm run bench -- live`: how soon browsers hear of what happened (live.ts).
 */
const seconds = Number(process.argv[2] ?? 5);
const replayed = 100_000;
const folder = await mkdtemp(join(tmpdir(), 'inventory-bench-'));
const rows: string[] = [];

const shown = (value: number) => Math.round(value).toLocaleString('en-US');
const row = (what: string, ours: Measured, bare: Measured) =>
  rows.push(
    `| ${what} | ${shown(ours.perSecond)}/s | ${ours.median} / ${ours.p99} ms | ${shown(bare.perSecond)}/s | ${bare.median} / ${bare.p99} ms |`,
  );

async function http(): Promise<void> {
  const shop = await startChild('shop-server.ts', [], { DATA_DIR: join(folder, 'shop'), SEED: 'demo', PORT: '0' });
  const bare = await startChild('bare-server.ts', [join(folder, 'bare.db')]);
  try {
    const admin = await signIn(shop.origin, 'admin@inventory.dev', 'inventory');
    const toolId = await addTool(admin, { Available: 1_000_000_000 });
    const body = orderOf(admin, toolId, 19.99);
    const headers = { authorization: `Bearer ${admin.token}` };
    row(
      'GET /tool/{id}',
      await underLoad({ url: `${shop.origin}/tool/${toolId}` }, seconds),
      await underLoad({ url: `${bare.origin}/tool/t1` }, seconds),
    );
    row(
      'GET /tool (17 tools)',
      await underLoad({ url: `${shop.origin}/tool` }, seconds),
      await underLoad({ url: `${bare.origin}/static` }, seconds),
    );
    row(
      'POST /booking',
      await underLoad({ url: `${shop.origin}/booking`, method: 'POST', headers, body }, seconds),
      await underLoad({ url: `${bare.origin}/booking`, method: 'POST', body }, seconds),
    );
  } finally {
    await shop.stop();
    await bare.stop();
  }
}

async function replay(): Promise<void> {
  const store = openSqliteEventStore({ file: join(folder, 'events.db') });
  const begun = performance.now();
  await fill(store, replayed);
  const appended = replayed / ((performance.now() - begun) / 1_000);
  const ours = await replaySpeed(store, () => openSqliteReadModels({ file: join(folder, 'replay.db') }));
  await store.close();
  rows.push(`| append (500 at once, two events each) | ${shown(appended)} events/s | | | |`);
  rows.push(
    `| replay of ${shown(replayed)} events | ${shown(ours)} events/s | | ${shown(bareReplaySpeed(folder))} rows/s | |`,
  );
}

async function engines(): Promise<void> {
  if (!hasRedisServer()) {
    console.log('\nEventStoreDB and Redis are not measured, for want of a redis-server.');
    return;
  }
  const cells = (measured: Measured | number | undefined) => {
    if (measured === undefined) return ' | ';
    if (typeof measured === 'number') return `${shown(measured)}/s | `;
    return `${shown(measured.perSecond)}/s | ${measured.median} / ${measured.p99} ms`;
  };
  const { on, rows: measured } = await benchEngines(seconds, process.env.TEST_EVENTSTOREDB_URL || undefined);
  console.log(`\nOn ${on}\n`);
  console.log('| what | Inventory | median / p99 | the bare client | median / p99 |');
  console.log('|---|---|---|---|---|');
  for (const { what, ours, bare } of measured) console.log(`| ${what} | ${cells(ours)} | ${cells(bare)} |`);
}

try {
  if (process.argv[2] === 'live') await benchLive(Number(process.argv[3] ?? 20));
  else await everything();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function everything(): Promise<void> {
  await http();
  await replay();
  console.log(`Node ${process.version}, ${availableParallelism()} cores, ${seconds} s a figure, 64 connections\n`);
  console.log('| what | Inventory | median / p99 | bare Express and SQLite | median / p99 |');
  console.log('|---|---|---|---|---|');
  for (const line of rows) console.log(line);
  await engines();
}
