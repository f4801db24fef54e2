import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from './child-server.ts';
import { type Figures, tried } from './figures/figure.ts';
import { conditionOf } from './figures/spending.ts';
import { makeLog } from './logs/made-log.ts';

const megabyte = 2 ** 20;
/** What an earlier start compiled is there for a shop that is started: main.ts. */
const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled');

/** How long a shop takes to open that many have ordered from, and the first time, when nothing but its log is there. */
export async function benchOpening(folder: string, orders: number): Promise<Figures> {
  const dataDir = join(folder, 'many-orders');
  const many = orders.toLocaleString('en-US');
  let events = 0;
  const first = await tried(`the first start with ${many} orders, without read models`, async () => {
    await mkdir(dataDir);
    ({ events } = await makeLog({ dataDir, orders, tools: 5_000, people: 1_000 }));
    const { seconds, resident } = await openingOf({ DATA_DIR: dataDir });
    const note = `${Math.round(events / seconds).toLocaleString('en-US')} events a second; ${resident} MB resident then`;
    return { ours: { amount: { value: seconds, unit: 's' } }, note };
  });
  const again = await tried(
    `start with ${many} orders`,
    async () => {
      if (events === 0) throw new Error('there is no log of so many');
      const { seconds, resident } = await openingOf({ DATA_DIR: dataDir });
      return { ours: { amount: { value: seconds, unit: 's' } }, note: `${resident} MB resident` };
    },
    { amount: 1.5 },
  );
  return { on: 'SQLite, a shop that many have ordered from', figures: [first, again] };
}

/** Starts a shop and stops it again. */
export async function openingOf(
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly seconds: number; readonly resident: number }> {
  const environment = { SEED: 'demo', PORT: '0', NODE_COMPILE_CACHE: compiled, ...settings };
  const begun = performance.now();
  const shop = await startChild('shop-server.ts', [], environment);
  try {
    const seconds = (performance.now() - begun) / 1_000;
    const { rss } = await conditionOf(shop);
    return { seconds, resident: Math.round(rss / megabyte) };
  } finally {
    await shop.stop();
  }
}
