import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { LogBatch } from '../../../modules/kernel/event-store.ts';
import { reactor } from '../../../modules/kernel/reactor.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { type Counted, count } from '../../testing/counters.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { ParkedEvents } from '../parked/parked-events.ts';
import { ReactorRunner } from '../reactor-runner.ts';
import { SharedPages } from './shared-pages.ts';

it('a reactor that reads the log by itself misses nothing that is fed as it comes to the end of what was fed before', async () => {
  const store = openSqliteEventStore({ file: join(temporaryFolder(), 'events.db') });
  onTestFinished(() => store.close());
  await count(store, 'a', 1, 2);
  const [first, second] = await Promise.all(
    [0n, 1n].map(async (after) =>
      store.readAll({ after, limit: 1 }).then((batch) => ({ ...batch, position: after + 1n })),
    ),
  );
  if (!first || !second) throw new Error('Two were counted.');
  // Fed so many microtasks after the first was read, up to long after it has met what was fed.
  for (let steps = 0; steps < 60; steps++) {
    const seen: number[] = [];
    const note = async ({ data }: Counted) => void seen.push(data.by);
    const noting = reactor<Counted>({ name: 'noting', awaited: true, on: { Counted: note } });
    const read = Promise.withResolvers<LogBatch>();
    const readAll = ({ after }: { after: bigint }) => (after === 0n ? read.promise : Promise.resolve(second));
    const pages = new SharedPages({ readAll, head: () => store.head() });
    const wiring = { store, parked: new ParkedEvents(store), log: openLog('silent'), now: () => new Date(), pages };
    const runner = new ReactorRunner(noting, wiring);
    await runner.open();
    const { signal } = new AbortController();
    runner.fedFrom(1n, signal);
    read.resolve(first);
    for (let step = 0; step < steps; step++) await undefined;
    runner.feed(second, signal);
    await runner.whenSettled(2n, 10_000);
    expect({ steps, seen }).toEqual({ steps, seen: [1, 2] });
  }
});
