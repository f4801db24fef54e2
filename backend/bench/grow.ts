import { join } from 'node:path';
import { startChild } from './child-server.ts';
import type { Figure, Figures } from './figure.ts';
import { ordersOf } from './orders.ts';
import { type FullShop, openFullShop } from './shelves.ts';

/** How many orders are measured at each mark. */
const measuredAt = 10_000;
const megabyte = 2 ** 20;

/**
 * A shop that grows, order by order, to a million: what an order costs at the first mark, on the way and at the last, what
 * the process holds, and how long it takes to open again.
 */
export async function grow(folder: string, orders: number): Promise<Figures> {
  const settings = { DATA_DIR: join(folder, 'grown') };
  const shop = await openFullShop(settings);
  const figures: Figure[] = [];
  let placed = 0;
  try {
    for (const mark of [measuredAt * 2, orders / 5, orders]) {
      const before = mark - placed - 2 * measuredAt;
      if (before > 0) await ordersOf(shop, { calls: before });
      figures.push(...(await measureAt(shop, mark)));
      placed = mark;
      console.error(`${placed.toLocaleString('en-US')} orders`);
    }
  } finally {
    await shop.stop();
  }
  figures.push(await openingAgain(settings));
  return { on: 'SQLite, a shop that grows', figures };
}

async function measureAt(shop: FullShop, mark: number): Promise<Figure[]> {
  const [hot] = shop.toolIds;
  const at = `at the ${mark.toLocaleString('en-US')}th order`;
  const spread = await ordersOf(shop, { calls: measuredAt });
  const onOne = await ordersOf(shop, { calls: measuredAt }, hot);
  const { rss } = (await shop.ask()) as { rss: number };
  return [
    { what: `POST /booking, spread, ${at}`, ours: spread },
    {
      what: `POST /booking, one hot tool, ${at}`,
      ours: onOne,
      note: `${Math.round(rss / megabyte)} MB resident`,
    },
  ];
}

async function openingAgain(settings: Readonly<Record<string, string>>): Promise<Figure> {
  const begun = performance.now();
  const shop = await startChild('shop-server.ts', [], { ...settings, SEED: 'demo', PORT: '0' });
  const seconds = (performance.now() - begun) / 1_000;
  const { rss } = (await shop.ask()) as { rss: number };
  await shop.stop();
  return {
    what: 'start with all of them',
    ours: {},
    note: `${seconds.toFixed(1)} s; ${Math.round(rss / megabyte)} MB resident`,
  };
}
