import { expect, it, onTestFinished } from 'vitest';
import { start } from '../../modules/kernel/event-store.ts';
import { startEventStoreDouble } from '../doubles/eventstoredb/event-store-double.ts';
import { openEventStoreDB } from '../event-store/eventstoredb.ts';
import { bareAppends } from './engine-stores.ts';
import { fill, newOrder } from './replay.ts';

it('who reads alone reads what is replayed beside it, and nothing of what the log had before', async () => {
  const double = await startEventStoreDouble();
  onTestFinished(() => double.stop());
  const store = openEventStoreDB({ address: double.url, prefix: 'bench-' });
  onTestFinished(() => store.close());
  const bare = bareAppends(double.url);
  onTestFinished(() => bare.close());

  for (let n = 0; n < 3; n++) await bare.append();
  await store.append(...newOrder());
  const before = await bare.eventsAfter(start);
  const from = await store.head();
  await fill(store, 1_000);

  expect(await bare.eventsAfter(from)).toBe((await store.readAll({ after: from, limit: 10_000 })).events.length);
  expect(await bare.eventsAfter(start)).toBe(before + (await bare.eventsAfter(from)));
});
