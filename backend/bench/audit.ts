import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pause } from '../runtime/time/pause.ts';
import { type ApiClient, signIn } from '../testing/api-client.ts';
import { type ChildServer, startChild } from './child-server.ts';
import { type Figure, type Figures, type Measured, tried } from './figures/figure.ts';
import { historyPages } from './history-pages.ts';
import { makeLog } from './logs/made-log.ts';
import { runOperator } from './operator-process.ts';
import { replayIn } from './replay.ts';

/** An order that was paid is ten events. */
const eventsOfOrder = 10;
/** Megabytes that a command of operators may hold. */
const mostResident = 300;
/** How many times the median answer may take while one runs. */
const timesTheMedian = 2;
/** How long people read before, so that there is something to compare with, in milliseconds. */
const readBefore = 5_000;

/** What a command is measured with. */
type Beside = { readonly people: ChildServer; readonly dataDir: string; readonly events: number };

/**
 * What operators ask of a shop that has so many events: whether its read models are what a replay makes, and what if; beside the
 * shop, which goes on to answer; and what its history takes to be looked at.
 */
export async function benchAudit(folder: string, wanted: number): Promise<Figures> {
  const dataDir = join(folder, 'audited');
  await mkdir(dataDir);
  const { events, toolIds } = await makeLog({ dataDir, orders: Math.round(wanted / eventsOfOrder), paid: 1 });
  const figures: Figure[] = [];
  let replay: Partial<Measured> | undefined;
  const replaying = async () => {
    const { events: replayed, seconds } = await replayIn(dataDir);
    replay = { perSecond: replayed / seconds };
    return { ours: replay };
  };
  figures.push(await tried(`replay of ${events.toLocaleString('en-US')} events, as at a start`, replaying));
  const shop = await startChild('shop-server.ts', [], { DATA_DIR: dataDir, SEED: 'demo', PORT: '0' });
  const people = await startChild('reading-people.ts', [`${shop.origin}/tool?limit=10`, '4']);
  try {
    const admin = await signIn(shop.origin, 'admin@inventory.dev', 'inventory');
    const order = await someOrder(admin);
    const besides = { people, dataDir, events };
    figures.push(...(await commandBeside(besides, ['verify'], replay)));
    figures.push(...(await commandBeside(besides, ['what-if', '--without', `booking:${order._id}`], replay)));
    await people.stop();
    figures.push(...(await historyPages(admin, { toolId: toolIds[0] ?? '', uid: await someBuyer(admin) })));
  } finally {
    await people.stop();
    await shop.stop();
  }
  return { on: 'SQLite, what operators ask', figures };
}

/** A command beside the shop: how fast it is, what it holds, and what it costs who reads meanwhile. */
async function commandBeside(
  { people, dataDir, events }: Beside,
  said: readonly string[],
  replay: Partial<Measured> | undefined,
): Promise<Figure[]> {
  const what = `operator ${said.slice(0, 2).join(' ')}`;
  let seen: { quiet: Measured; meanwhile: Measured; resident: number } | undefined;
  const speed = async () => {
    await people.ask();
    await pause(readBefore);
    const quiet = (await people.ask()) as Measured;
    const { seconds, resident } = await runOperator(dataDir, said);
    seen = { quiet, meanwhile: (await people.ask()) as Measured, resident };
    const note = `${seconds.toFixed(1)} s, its start and what is compared included`;
    return { ours: { perSecond: events / seconds }, bare: replay, beside: 'the replay alone', note };
  };
  const ran = await tried(`${what}, beside the shop: events`, speed);
  return seen ? [ran, ...figuresOf(what, seen)] : [ran];
}

function figuresOf(
  what: string,
  { quiet, meanwhile, resident }: { quiet: Measured; meanwhile: Measured; resident: number },
): Figure[] {
  return [
    {
      what: `${what}: resident`,
      ours: { amount: { value: resident, unit: 'MB' } },
      must: { amount: mostResident },
    },
    {
      what: `${what}: the median answer to 4 people who read meanwhile`,
      ours: { amount: { value: meanwhile.median, unit: 'ms' } },
      must: { amount: Math.max(timesTheMedian * quiet.median, 1) },
      note: `${quiet.median.toFixed(1)} ms before; ${meanwhile.failed} failed`,
    },
  ];
}

async function someOrder(admin: ApiClient): Promise<{ readonly _id: string }> {
  const { body } = await admin.get<{ readonly _id: string }[]>('/booking?limit=1');
  const [order] = body;
  if (!order) throw new RangeError('There is no order.');
  return order;
}

async function someBuyer(admin: ApiClient): Promise<string> {
  const { body } = await admin.get<{ readonly _id: string; readonly email: string }[]>('/user?limit=10');
  return body.find(({ email }) => email.startsWith('person-'))?._id ?? '';
}
