import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../payments/sandbox/faults.ts';
import { heapInUse } from '../testing/measuring/heap-in-use.ts';
import { Agenda } from './agenda.ts';
import { checkForgotten, checkMemory, checkMoney, checkReadModels, checkStock, type Findings } from './checks.ts';
import { simulatedClock } from './clock.ts';
import { deliverMessages } from './provider-side.ts';
import { SoakDay } from './soak-day.ts';
import { signUpPeople } from './soak-people.ts';
import { openSoakShop } from './soak-shop.ts';
import { addTools } from './soak-tools.ts';

export type SoakSizes = {
  readonly orders: number;
  readonly tools: number;
  readonly people: number;
  readonly erasures: number;
  /** Simulated, over which the orders come. */
  readonly hours: number;
  /** How many shoppers order at once. */
  readonly atOnce: number;
};

export type SoakResult = Findings & {
  readonly counts: Record<string, number>;
  /** Megabytes of heap in use, at equal distances. */
  readonly heap: readonly number[];
};

const hour = 3_600_000;
/** How much of what is asked of the provider goes wrong. */
const faulty = 0.005;
const faults: readonly Fault[] = ['fails before', 'fails after', 'loses the request', 'loses the answer'];
/** How often the time stands still for what is due, in simulated milliseconds. */
const lookEvery = 10 * 60_000;
const samples = 20;

/**
 * Hours of a shop's life, as fast as it goes: orders and what becomes of them, with restarts, a node of the next release from
 * the middle on, and a provider that fails now and then. Everything that is not as it should be in the end is in `wrong`.
 */
export async function soak(
  sizes: SoakSizes,
  { folder, random, say }: { folder: string; random: () => number; say: (line: string) => void },
): Promise<SoakResult> {
  const { orders, atOnce } = sizes;
  const begun = performance.now();
  const clock = simulatedClock(new Date('2026-01-01T00:00:00.000Z'));
  const faultOf = () => (random() < faulty ? faults[Math.floor(random() * faults.length)] : undefined);
  const open = (withNewRelease: boolean) => openSoakShop({ folder, clock, faults: faultOf, withNewRelease });
  let shop = await open(false);
  const people = await signUpPeople(shop, sizes.people);
  const tools = await addTools(shop, people.admin, sizes);
  const agenda = new Agenda(clock.now());
  const day = new SoakDay({ shop: () => shop, now: clock.now, agenda, people, tools, random });
  const heap: number[] = [];
  const told = { delivered: 0, lost: 0, refused: 0, timersFailed: 0 };
  let lookedAt = clock.now().getTime();

  /** What the provider, the timers and people with plans do by now. */
  async function catchUp(): Promise<void> {
    shop.sandbox.settleDue();
    await Promise.all(agenda.take(clock.now()).map((what) => what()));
    const delivered = await deliverMessages(shop, clock.now(), random);
    told.delivered += delivered.delivered;
    told.lost += delivered.lost;
    told.refused += delivered.refused;
    if (clock.now().getTime() - lookedAt < lookEvery) return;
    lookedAt = clock.now().getTime();
    told.timersFailed += await shop.runTimers();
  }
  async function restart(withNewRelease: boolean): Promise<void> {
    const closing = performance.now();
    await shop.close();
    shop = await open(withNewRelease);
    const seconds = ((performance.now() - closing) / 1_000).toFixed(2);
    say(`restarted${withNewRelease ? ', a node of the next release beside' : ''}, in ${seconds} s`);
  }

  const batches = Math.ceil(orders / atOnce);
  const every = (parts: number, batch: number) => batch > 0 && batch % Math.max(1, Math.floor(batches / parts)) === 0;
  let forgotten = 0;
  let since = performance.now();
  let placedThen = 0;
  for (let batch = 0; batch < batches; batch++) {
    clock.advance((sizes.hours * hour) / batches);
    const first = batch * atOnce;
    const many = Math.min(atOnce, orders - first);
    await Promise.all(Array.from({ length: many }, (_, n) => day.live(first + n)));
    await catchUp();
    for (; forgotten < (sizes.erasures * (batch + 1)) / batches; forgotten++) await day.forget();
    if (every(4, batch)) await restart(batch >= batches / 2);
    if (every(samples, batch)) {
      await shop.settled();
      heap.push(heapInUse());
      const perSecond = Math.round(((first + many - placedThen) / (performance.now() - since)) * 1_000);
      say(`${first + many} orders, ${perSecond}/s, ${Math.round(heap.at(-1) ?? 0)} MB`);
      since = performance.now();
      placedThen = first + many;
    }
  }
  // Everything comes to its end: what is unpaid expires, what was lost on the way is asked after, hourly and then daily.
  for (let round = 0; round < 60; round++) {
    clock.advance(round < 40 ? hour : 24 * hour);
    await catchUp();
    await shop.settled();
  }
  const findings = [
    await checkMoney(shop, folder),
    await checkStock(shop, tools),
    await checkReadModels(shop, folder),
    await checkForgotten(shop, people),
    checkMemory(heap),
  ];
  const leftBehind = shop.leftBehind();
  await shop.close();
  const megabytes = (file: string) => Math.round(statSync(join(folder, file)).size / 2 ** 20);
  return {
    counts: day.counts,
    heap,
    wrong: [...findings.flatMap(({ wrong }) => wrong), ...leftBehind],
    seen: {
      ...Object.assign({}, ...findings.map(({ seen }) => seen)),
      'messages delivered': told.delivered,
      'messages lost': told.lost,
      'messages that came again': told.refused,
      'looks of timers that failed': told.timersFailed,
      'events.db, MB': megabytes('events.db'),
      'read-models.db, MB': megabytes('read-models.db'),
      seconds: Math.round((performance.now() - begun) / 1_000),
    },
  };
}
