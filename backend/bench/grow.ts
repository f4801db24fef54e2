import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChildServer, startChild } from './child-server.ts';
import { type Figure, type Figures, type Measured, tried } from './figure.ts';
import { underLoad } from './load.ts';
import { openingOf } from './opening.ts';
import { ordersOf } from './orders.ts';
import { inTurn } from './rounds.ts';
import { type FullShop, openFullShop } from './shelves.ts';
import { conditionOf, spending } from './spending.ts';

/** For how many seconds each figure is measured at each mark. */
const seconds = 15;
/** How many orders are placed between two looks at how it goes. */
const stride = 20_000;
const megabyte = 2 ** 20;

/** What was measured of orders at the first mark: those of later marks must be within a tenth of it. */
type AtFirst = { readonly [what: string]: number };

/**
 * A shop that grows, order by order, to a million: what an order costs at the first mark, on the way and at the last, beside
 * what bare Express does in the same minute; what the process holds, how large the files are, and how long it takes to
 * open again.
 */
export async function grow(folder: string, orders: number): Promise<Figures> {
  const settings = { DATA_DIR: join(folder, 'grown') };
  const shop = await openFullShop(settings);
  const bare = await startChild('bare-server.ts', [join(folder, 'bare.db')]);
  const figures: Figure[] = [];
  let placed = 0;
  let atFirst: AtFirst = {};
  try {
    for (const mark of [0, orders / 5, orders]) {
      placed += await placeUpTo(shop, mark - placed, placed);
      const measured = await measureAt({ shop, bare, dataDir: settings.DATA_DIR }, placed, atFirst);
      figures.push(...measured.figures);
      placed += measured.placed;
      if (mark === 0) atFirst = measured.ratios;
    }
  } finally {
    await shop.stop();
    await bare.stop();
  }
  figures.push(
    await tried(
      `start with ${placed.toLocaleString('en-US')} orders`,
      async () => {
        const opened = await openingOf(settings);
        return { ours: { amount: { value: opened.seconds, unit: 's' } }, note: `${opened.resident} MB resident` };
      },
      { amount: 1.5 },
    ),
  );
  return { on: 'SQLite, a shop that grows', figures };
}

/** @returns how many were placed, which on a busy machine may not be all */
async function placeUpTo(shop: FullShop, orders: number, before: number): Promise<number> {
  let placed = 0;
  while (placed < orders) {
    const { answers, perSecond, failed } = await ordersOf(shop, { calls: Math.min(stride, orders - placed) });
    placed += answers;
    const { rss } = await conditionOf(shop);
    const said = `${before + placed} orders, ${Math.round(perSecond)}/s, ${failed} failed, ${Math.round(rss / megabyte)} MB resident`;
    console.error(said);
    if (answers === 0) throw new Error('No order was taken.');
  }
  return placed;
}

async function measureAt(
  { shop, bare, dataDir }: { readonly shop: FullShop; readonly bare: ChildServer; readonly dataDir: string },
  placed: number,
  atFirst: AtFirst,
): Promise<{ figures: Figure[]; placed: number; ratios: AtFirst }> {
  const after = `after ${placed.toLocaleString('en-US')} orders`;
  const body = shop.order()();
  const load = { url: `${bare.origin}/booking`, method: 'POST', body } as const;
  const inserted = (length: number) => spending(bare, () => underLoad(load, { seconds: length }));
  const figures: Figure[] = [];
  const ratios: Record<string, number> = {};
  let answers = 0;
  for (const [what, toolId] of [['spread'], ['one hot tool', shop.toolIds[0]]] as const) {
    const first = atFirst[what];
    const must = first === undefined ? {} : { ofBare: Math.round(first * 0.9 * 100) / 100 };
    const ours = async (length: number): Promise<Measured> => {
      const measured = await ordersOf(shop, { seconds: length }, toolId);
      answers += measured.answers;
      return measured;
    };
    const placing = async () => {
      const measured = await inTurn(seconds, ours, inserted);
      ratios[what] = measured.ours.perSecond / (measured.bare?.perSecond ?? Number.NaN);
      return { ...measured, beside: 'Express, one durable insert' };
    };
    figures.push(await tried(`POST /booking, ${what}, ${after}`, placing, must));
  }
  const holding = async () => {
    const { rss } = await conditionOf(shop);
    return { ours: { amount: { value: rss / megabyte, unit: 'MB' as const } }, note: await filesIn(dataDir) };
  };
  const now = (placed + answers).toLocaleString('en-US');
  figures.push(await tried(`resident memory after ${now} orders`, holding, { amount: 250 }));
  return { figures, placed: answers, ratios };
}

/** What the files of a shop take on the disk. */
async function filesIn(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /\.db(-wal)?$/.test(name));
  const sizes = await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).size] as const));
  const large = sizes.filter(([, size]) => size > megabyte);
  return large.map(([name, size]) => `${name} ${Math.round(size / megabyte)} MB`).join(', ');
}
