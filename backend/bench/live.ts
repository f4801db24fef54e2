import { availableParallelism } from 'node:os';
import type { Tool } from '../../modules/catalog/contract.ts';
import { pause } from '../runtime/time/pause.ts';
import { type ApiClient, addTool, orderOf, signIn, signUp } from '../testing/api-client.ts';
import { type ChildServer, startChild } from './child-server.ts';
import { quantilesOf } from './figures/quantiles.ts';
import { type Condition, conditionOf } from './figures/spending.ts';
import { liveSocket, openMany } from './live-socket.ts';
import { ownFolder } from './own-folder.ts';

const perSecond = 200;
const watching = 500;
const people = 100;
const socketsOfEach = 5;
const price = 19.99;

/** Of the shop's process, in bytes. */
type Cost = Pick<Condition, 'rss' | 'heapUsed' | 'external'>;
type Row = {
  readonly sockets: number;
  /** Bytes a socket: of the process, and of what is reachable in it. */
  readonly memory: number;
  readonly reachable: number;
  readonly cpu: number;
  readonly rate: number;
  readonly answers: readonly number[];
  readonly latencies: readonly number[];
  readonly heard: string;
};

/** How often the visitors heard of a tool since they were asked last. */
type Heard = { readonly watchers: number; readonly others: number };

/** When each order was answered, and when each of its owner's sockets heard of it. */
class Tellings {
  readonly #answered = new Map<string, number>();
  /** Milliseconds that the answers took. */
  readonly answers: number[] = [];
  readonly #heard = new Map<string, number[]>();

  answered(bookingId: string, asked: number): void {
    const now = performance.now();
    this.#answered.set(bookingId, now);
    this.answers.push(now - asked);
  }

  heard(bookingId: string, at: number): void {
    const times = this.#heard.get(bookingId);
    if (times) times.push(at);
    else this.#heard.set(bookingId, [at]);
  }

  /** From the answer to each telling, in milliseconds: what is told before the answer counts as 0. */
  get latencies(): number[] {
    const all = [...this.#answered].flatMap(([id, from]) => (this.#heard.get(id) ?? []).map((at) => at - from));
    return all.map((latency) => Math.max(0, latency));
  }

  get missing(): number {
    const told = [...this.#answered.keys()].reduce((sum, id) => sum + (this.#heard.get(id)?.length ?? 0), 0);
    return this.#answered.size * socketsOfEach - told;
  }
}

/**
 * `npm run bench -- live`: how soon an owner hears of an order, with 5,000 and with 10,000 live sockets on one node, of which
 * 500 watch the tool that sells. The shop, the owners with the orders, and the other visitors are a process each.
 */
export async function benchLive(seconds: number): Promise<void> {
  const rows: Row[] = [];
  for (const sockets of [5_000, 10_000]) rows.push(await withShop((shop) => measure(shop, { sockets, seconds })));
  show(rows, seconds);
}

async function withShop<Result>(work: (shop: ChildServer) => Promise<Result>): Promise<Result> {
  const folder = ownFolder('inventory-bench-live-');
  const settings = { DATA_DIR: folder, SEED: 'demo', PORT: '0' };
  const shop = await startChild('shop-server.ts', [], settings, ['--expose-gc']);
  try {
    return await work(shop);
  } finally {
    await shop.stop();
  }
}

async function measure(
  shop: ChildServer,
  { sockets, seconds }: { readonly sockets: number; readonly seconds: number },
): Promise<Row> {
  const admin = await signIn(shop.origin, 'admin@inventory.dev', 'inventory');
  const selling = await addTool(admin, { Available: 1_000_000, PerPrice: price });
  const others = (await admin.get<Tool[]>('/tool')).body.map(({ _id }) => _id).filter((id) => id !== selling);
  const owners = await openMany(people, () => signUp(shop.origin));
  await orders(owners, selling, 5, () => {}); // Warm, so that only the sockets make the difference.
  const before = await costOf(shop);
  let tellings = new Tellings();
  const theirs = await openMany(people * socketsOfEach, (n) =>
    liveSocket(
      shop.origin,
      (name, { bookingId }, at) => name === 'booking.placed' && tellings.heard(String(bookingId), at),
      owners[n % people]?.token,
    ),
  );
  const visitors = sockets - theirs.length;
  const crowd = await startChild('live-crowd.ts', [shop.origin, `${visitors}`, `${watching}`, selling, ...others]);
  try {
    await pause(3_000);
    const open = await costOf(shop);
    await orders(owners, selling, 3, () => {});
    await pause(500);
    tellings = new Tellings();
    await crowd.ask();
    const from = await conditionOf(shop);
    const placed = await orders(owners, selling, seconds, (id, asked) => tellings.answered(id, asked));
    const [to, heard] = [await conditionOf(shop), (await crowd.ask()) as Heard];
    await pause(1_000);
    const late = (await crowd.ask()) as Heard;
    if (tellings.missing > 0) throw new Error(`${tellings.missing} notices did not come.`);
    return {
      sockets,
      memory: (open.rss - before.rss) / sockets,
      reachable: (open.heapUsed + open.external - before.heapUsed - before.external) / sockets,
      cpu: (to.cpu - from.cpu) / 1_000 / placed.milliseconds,
      rate: placed.count / (placed.milliseconds / 1_000),
      answers: tellings.answers,
      latencies: tellings.latencies,
      heard: `${((heard.watchers / watching / placed.milliseconds) * 1_000).toFixed(1)}/s; ${heard.others + late.others}`,
    };
  } finally {
    await crowd.stop();
    for (const socket of theirs) socket.close();
  }
}

/** So many orders a second, at their times whether or not those before are answered. */
async function orders(
  owners: readonly ApiClient[],
  toolId: string,
  seconds: number,
  answered: (bookingId: string, asked: number) => void,
): Promise<{ count: number; milliseconds: number }> {
  const from = performance.now();
  const underWay: Promise<void>[] = [];
  const place = async (owner: ApiClient) => {
    const asked = performance.now();
    const { status, body } = await owner.post<{ insertedId: string }>('/booking', orderOf(owner, toolId, price));
    if (status !== 201) throw new Error(`An order was answered ${status}.`);
    answered(body.insertedId, asked);
  };
  while (underWay.length < seconds * perSecond) {
    const due = Math.min(seconds * perSecond, Math.floor(((performance.now() - from) / 1_000) * perSecond) + 1);
    while (underWay.length < due) {
      const owner = owners[underWay.length % owners.length];
      if (owner) underWay.push(place(owner));
    }
    await pause(1);
  }
  await Promise.all(underWay);
  return { count: underWay.length, milliseconds: performance.now() - from };
}

/** What it keeps, which takes a whole collection of garbage: not while its time is measured. */
async function costOf(shop: ChildServer): Promise<Cost> {
  return (await shop.ask('what do you keep?')) as Cost;
}

function show(rows: readonly Row[], seconds: number): void {
  const at = (times: readonly number[], share: number) => quantilesOf(times)(share).toFixed(1);
  const kB = (bytes: number) => `${(bytes / 1_024).toFixed(1)} kB`;
  console.log(
    `Node ${process.version}, ${availableParallelism()} cores, ${seconds} s, ${perSecond} orders a second wanted\n`,
  );
  const answer = 'answer, median / p99';
  const notice = 'notice after the answer, median / p99 / longest';
  console.log(
    `| sockets | memory a socket (reachable) | orders | ${answer} | ${notice} | processor | a watcher heard; all others |`,
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const { sockets, memory, reachable, rate, answers, latencies, cpu, heard } of rows) {
    const cells = [
      sockets.toLocaleString('en-US'),
      `${kB(memory)} (${kB(reachable)})`,
      `${rate.toFixed(0)}/s`,
      `${at(answers, 0.5)} / ${at(answers, 0.99)} ms`,
      `${at(latencies, 0.5)} / ${at(latencies, 0.99)} / ${at(latencies, 1)} ms`,
      `${Math.round(cpu * 100)} %`,
      heard,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
