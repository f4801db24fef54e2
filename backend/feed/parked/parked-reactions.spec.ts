import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { WhenFailing } from '../../../modules/kernel/projection.ts';
import { reactor } from '../../../modules/kernel/reactor.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { contextOf } from '../../testing/context.ts';
import { type Counted, count } from '../../testing/counters.ts';
import { ownTime } from '../../testing/measuring/own-time.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { ReactorRunner } from '../reactor-runner.ts';
import { ParkedDecisions } from './parked-decisions.ts';
import { ParkedEvents } from './parked-events.ts';

const log = openLog('silent');
const patient = { timeout: 30_000 };
/** Ten times as fast as the usual: how often something is tried is looked at here, and not how long that takes. */
const pace = { first: 10, most: 3_000 };
/** What a wait takes that is in vain, in milliseconds: far longer than anything that this machine may be busy with. */
const inVain = 60_000;

describe('a reaction that waits for something that is away', () => {
  it('keeps nobody else waiting, is tried for as long as it lasts, and then made', async () => {
    const { store, seen, trouble, runner, feed, parked } = await opened();
    trouble.a = () => new Unavailable('away');
    await count(store, 'a', 1);
    await feed();
    for (let by = 1; by <= 200; by++) await count(store, 'b', by);
    await feed();
    await vi.waitFor(() => expect(seen.b).toHaveLength(200), patient);
    await vi.waitFor(() => expect(trouble.times).toBeGreaterThan(6), patient);
    expect(parked.entries).toEqual([]);
    delete trouble.a;
    await vi.waitFor(() => expect(seen.a).toEqual([1]), patient);
    await vi.waitFor(async () => expect(await checkpointAfter(runner, store)).toBe('201'), patient);
  });

  it('is made before what comes later about the same thing', async () => {
    const { store, seen, trouble, feed } = await opened();
    trouble.a = ({ by }) => (by === 1 && trouble.times < 4 ? new Unavailable('away') : undefined);
    await count(store, 'a', 1, 2, 3);
    await feed();
    await vi.waitFor(() => expect(seen.a).toEqual([1, 2, 3]), patient);
  });

  it('does not add its time to every answer', async () => {
    const { store, trouble, runner, feed } = await opened();
    trouble.a = () => new Unavailable('away');
    await count(store, 'a', 1);
    await feed();
    await vi.waitFor(() => expect(trouble.times).toBeGreaterThan(2), patient);
    const took = ownTime();
    for (let n = 0; n < 20; n++) {
      const last = await count(store, n % 2 === 0 ? 'b' : 'a', n);
      await feed();
      await runner.whenSettled(last, inVain);
    }
    expect(took()).toBeLessThan(inVain / 2);
  });

  it('does not add its time to answers either when it hangs, or when there is no room behind it', async () => {
    const { store, trouble, runner, feed } = await opened();
    trouble.hanging = () => new Promise<never>(() => {});
    await count(store, 'hanging', 1);
    const last = await count(store, 'hanging', ...Array.from({ length: 1_100 }, (_, n) => n));
    await feed();
    await runner.whenSettled(last, 20_000);
    const took = ownTime();
    await runner.whenSettled(await count(store, 'b', 1), inVain);
    expect(took()).toBeLessThan(inVain / 2);
  });

  it('does not hold the checkpoint back for long, nor is it forgotten: the next start tries it again', async () => {
    const { store, seen, trouble, runner, feed, parked, stop, pass, again } = await opened();
    trouble.a = () => new Unavailable('away');
    await count(store, 'a', 1);
    await count(store, 'b', 2);
    await feed();
    await vi.waitFor(() => expect(seen.b).toEqual([2]), patient);
    await vi.waitFor(() => expect(trouble.times).toBeGreaterThan(2), patient);
    expect((await store.records.get('reactor-noting'))?.value).toBeUndefined();
    pass(60_000);
    await count(store, 'b', 3);
    await feed();
    await vi.waitFor(async () => expect((await store.records.get('reactor-noting'))?.value).toBe('3'), patient);
    expect(parked.entries).toMatchObject([{ reader: 'reactor:noting', position: '1', state: 'waiting' }]);
    stop.abort();
    await runner.close();
    delete trouble.a;
    const next = await again();
    await vi.waitFor(() => expect(seen.a).toEqual([1]), patient);
    expect(seen.b).toEqual([2, 3]);
    await vi.waitFor(() => expect(next.parked.entries).toEqual([]), patient);
  });
});

describe('an event that cannot be reacted to', () => {
  it('is parked with its error, and the reactor goes on, also past it', async () => {
    const { store, seen, trouble, runner, feed, parked } = await opened();
    trouble.a = ({ by }) => (by === 1 ? new TypeError('no such thing') : undefined);
    await count(store, 'a', 1, 2);
    await feed();
    await vi.waitFor(() => expect(seen.a).toEqual([2]), patient);
    expect(parked.entries).toMatchObject([
      { reader: 'reactor:noting', position: '1', state: 'parked', stops: false, error: 'TypeError: no such thing' },
    ]);
    await vi.waitFor(async () => expect(await checkpointAfter(runner, store)).toBe('2'), patient);
  });

  it('is tried again when an operator says so, and taken out once that went well', async () => {
    const { store, seen, trouble, runner, feed, parked, stop } = await opened();
    trouble.a = () => new TypeError('no such thing');
    await count(store, 'a', 1);
    await feed();
    await vi.waitFor(() => expect(parked.entries).toHaveLength(1), patient);
    delete trouble.a;
    const operator = new ParkedEvents(store);
    await operator.retry(parked.entries[0]?.eventId ?? '');
    await parked.load();
    runner.reconsider(stop.signal);
    await vi.waitFor(() => expect(seen.a).toEqual([1]), patient);
    await vi.waitFor(() => expect(parked.entries).toEqual([]), patient);
  });

  it('stops a reactor alone that must keep the order, until it is skipped', async () => {
    const { store, seen, trouble, runner, feed, parked, stop } = await opened('stop');
    trouble.a = () => new TypeError('no such thing');
    await count(store, 'a', 1);
    const last = await count(store, 'b', 2);
    await feed();
    await vi.waitFor(() => expect(parked.entries).toMatchObject([{ stops: true, state: 'parked' }]), patient);
    expect(seen.b).toBeUndefined();
    const took = ownTime();
    await runner.whenSettled(last, inVain);
    expect(took()).toBeLessThan(inVain / 2);
    await decisionsIn(store).skip(parked.entries[0]?.eventId ?? '', 'Known to be wrong', contextOf('k1'));
    await parked.load();
    runner.reconsider(stop.signal);
    await vi.waitFor(() => expect(seen.b).toEqual([2]), patient);
    expect(seen.a).toBeUndefined();
  });

  it('is skipped for good, with who did it and why in the log', async () => {
    const { store, seen, trouble, runner, feed, parked, stop, again } = await opened();
    trouble.a = () => new TypeError('no such thing');
    await count(store, 'a', 1);
    await feed();
    await vi.waitFor(() => expect(parked.entries).toHaveLength(1), patient);
    const [entry] = parked.entries;
    const actor = { uid: 'operator:Ada', role: 'operator', name: 'Ada' } as const;
    await decisionsIn(store).skip(entry?.eventId ?? '', 'Known to be wrong', contextOf('k1', { actor }));
    await parked.load();
    expect(await store.readStream('skipped-events')).toMatchObject([
      {
        type: 'EventSkipped',
        data: { reader: 'reactor:noting', eventId: entry?.eventId, eventType: 'Counted', reason: 'Known to be wrong' },
        meta: { actor, command: 'SkipEvent' },
      },
    ]);
    stop.abort();
    await runner.close();
    await store.records.delete('reactor-noting'); // As after a crash before the place was written down.
    delete trouble.a;
    await again();
    await vi.waitFor(() => expect(seen.done).toBe(true), patient);
    expect(seen.a).toBeUndefined();
  });
});

type Trouble = { [counter: string]: (data: Counted['data']) => unknown } & { times: number };

/** A reactor that notes what it did, counter by counter, unless there is trouble with the counter. */
async function opened(whenFailing: WhenFailing = 'park') {
  const { store } = openedStores();
  let time = Date.parse('2026-01-02T00:00:00.000Z');
  const now = () => new Date(time);
  const seen: Record<string, number[]> & { done?: boolean } = {};
  const trouble = { times: 0 } as Trouble;
  const noting = reactor<Counted>({
    name: 'noting',
    awaited: true,
    whenFailing,
    on: {
      async Counted({ data }) {
        const wrong = await trouble[data.counter]?.(data);
        if (wrong) trouble.times += 1;
        if (wrong) throw wrong;
        if (data.counter === 'done') seen.done = true;
        else seen[data.counter] = [...(seen[data.counter] ?? []), data.by];
        return undefined;
      },
    },
  });
  async function run() {
    const parked = new ParkedEvents(store, now);
    await parked.load();
    const runner = new ReactorRunner(noting, { store, parked, log, now, pace });
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    let fed = await runner.open();
    runner.fedFrom(fed, stop.signal);
    const feed = async () => {
      const batch = await store.readAll({ after: fed, limit: 10_000 });
      fed = batch.position;
      runner.feed(batch, stop.signal);
    };
    return { parked, runner, stop, feed };
  }
  const again = async () => {
    await count(store, 'done', 1);
    const next = await run();
    await next.feed();
    return next;
  };
  return { store, seen, trouble, again, pass: (by: number) => (time += by), ...(await run()) };
}

/** Where the reactor would go on. */
async function checkpointAfter(runner: ReactorRunner, store: ReturnType<typeof openedStores>['store']) {
  await runner.close();
  return (await store.records.get('reactor-noting'))?.value;
}

const decisionsIn = (store: EventStore) => new ParkedDecisions({ store, makeAnew: async () => undefined });
