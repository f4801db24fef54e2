import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pause } from '../runtime/time/pause.ts';
import { type ChildServer, startChild } from './child-server.ts';
import { compileAhead } from './compile-ahead.ts';
import { type Figure, type Figures, type Measured, ratioOf, type Target, tried } from './figures/figure.ts';
import { inTurn } from './figures/rounds.ts';
import { conditionOf, spending } from './figures/spending.ts';
import { underLoad } from './load.ts';
import { type FullShop, openFullShop } from './logs/shelves.ts';
import { openingOf } from './opening.ts';
import { ordersOf } from './orders.ts';

/** For how many seconds each figure is measured at each mark. */
const seconds = 15;
/** How many orders are placed between two looks at how it goes. */
const stride = 20_000;
/** For how long orders are placed, in milliseconds: where that does not do, as on a busy machine, the last mark comes earlier. */
const patience = 9 * 60_000;
/** By how much an order may cost more, and as many be fewer, than at the first mark. */
const tenth = 0.1;
const megabyte = 2 ** 20;
/** Milliseconds of rest: V8 gives back what a rush took a hundred seconds after its last collection, and again after as long. */
const rest = 4 * 60_000;

/** What was measured of orders at the first mark: those of later marks must be within a tenth of it. */
type AtFirst = { readonly [what: string]: Target };
type Growing = { readonly shop: FullShop; readonly bare: ChildServer; readonly dataDir: string };

/**
 * A shop that grows, order by order, to a million: what an order costs at the first mark, on the way and at the last, beside
 * what bare Express does in the same minute; what the process holds, how large the files are, and how long it takes to
 * open again. A hundredth of the orders come before the first mark: by then all is compiled that is called often.
 */
export async function grow(folder: string, orders: number): Promise<Figures> {
  const settings = { DATA_DIR: join(folder, 'grown') };
  await compileAhead(folder);
  const shop = await openFullShop(settings);
  const bare = await startChild('bare-server.ts', [join(folder, 'bare.db')]);
  const until = performance.now() + patience;
  const figures: Figure[] = [];
  let placed = 0;
  let atFirst: AtFirst | undefined;
  try {
    for (const mark of [orders / 100, orders / 5, orders]) {
      placed += await placeUpTo(shop, mark - placed, { before: placed, until });
      const measured = await measureAt({ shop, bare, dataDir: settings.DATA_DIR }, placed, atFirst);
      figures.push(...measured.figures);
      placed += measured.placed;
      atFirst ??= measured.asFirst;
    }
    await pause(rest);
    figures.push(await residentIn(shop, `${said(placed)}, and four minutes of rest`));
  } finally {
    await shop.stop();
    await bare.stop();
  }
  figures.push(await startAfter(placed, settings));
  return { on: 'SQLite, a shop that grows', figures };
}

function startAfter(placed: number, settings: Readonly<Record<string, string>>): Promise<Figure> {
  const opening = async () => {
    const opened = await openingOf(settings);
    return { ours: { amount: { value: opened.seconds, unit: 's' as const } }, note: `${opened.resident} MB resident` };
  };
  return tried(`start with ${placed.toLocaleString('en-US')} orders`, opening, { amount: 1.5 });
}

/** @returns how many were placed, which on a busy machine may not be all */
async function placeUpTo(
  shop: FullShop,
  orders: number,
  { before, until }: { readonly before: number; readonly until: number },
): Promise<number> {
  let placed = 0;
  while (placed < orders && performance.now() < until) {
    const { answers, perSecond, failed } = await ordersOf(shop, {
      calls: Math.min(stride, Math.ceil(orders - placed)),
    });
    placed += answers;
    const { rss } = await conditionOf(shop);
    const line = `${before + placed} orders, ${Math.round(perSecond)}/s, ${failed} failed, ${Math.round(rss / megabyte)} MB resident`;
    console.error(line);
    if (answers === 0) throw new Error('No order was taken.');
  }
  if (placed < orders) console.error(`The time is up ${Math.round(orders - placed)} orders before the mark.`);
  return placed;
}

async function measureAt(
  { shop, bare, dataDir }: Growing,
  placed: number,
  atFirst: AtFirst = {},
): Promise<{ figures: Figure[]; placed: number; asFirst: AtFirst }> {
  const body = shop.order()();
  const load = { url: `${bare.origin}/booking`, method: 'POST', body } as const;
  const inserted = (length: number) => spending(bare, () => underLoad(load, { seconds: length }));
  const figures: Figure[] = [];
  const asFirst: Record<string, Target> = {};
  let answers = 0;
  const after = () => said(placed + answers);
  for (const [what, toolId] of [['spread'], ['one hot tool', shop.toolIds[0]]] as const) {
    const ours = async (length: number): Promise<Measured> => {
      const measured = await ordersOf(shop, { seconds: length }, toolId);
      answers += measured.answers;
      return measured;
    };
    const placing = async () => ({ ...(await inTurn(seconds, ours, inserted)), beside: 'Express, one durable insert' });
    const figure = await tried(`POST /booking, ${what}, ${after()}`, placing, atFirst[what]);
    figures.push(figure);
    asFirst[what] = withinTenthOf(figure);
  }
  figures.push(await residentIn(shop, after(), await filesIn(dataDir)));
  return { figures, placed: answers, asFirst };
}

const said = (placed: number) => `after ${placed.toLocaleString('en-US')} orders`;

function residentIn(shop: FullShop, after: string, note?: string): Promise<Figure> {
  const holding = async () => {
    const { rss } = await conditionOf(shop);
    return { ours: { amount: { value: rss / megabyte, unit: 'MB' as const } }, ...(note !== undefined && { note }) };
  };
  return tried(`resident memory ${after}`, holding, { amount: 250 });
}

/** What later marks must reach: as many as bare in the same minute, and as little of the event loop's processor, but for a tenth. */
export function withinTenthOf({ ours, bare }: Pick<Figure, 'ours' | 'bare'>): Target {
  const ratio = ratioOf({ ours, bare });
  return {
    ...(ratio !== undefined && { ofBare: Math.round(ratio * (1 - tenth) * 100) / 100 }),
    ...(ours.loop !== undefined && { loop: Math.round(ours.loop * (1 + tenth)) }),
  };
}

/** What the files of a shop take on the disk. */
async function filesIn(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /\.db(-wal)?$/.test(name));
  const sizes = await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).size] as const));
  const large = sizes.filter(([, size]) => size > megabyte);
  return large.map(([name, size]) => `${name} ${Math.round(size / megabyte)} MB`).join(', ');
}
