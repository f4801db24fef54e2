import { expect, it, onTestFinished, vi } from 'vitest';
import { bookings } from '../../../modules/booking/read-models/bookings.ts';
import { openReservations } from '../../../modules/booking/read-models/open-reservations.ts';
import { tools } from '../../../modules/catalog/read-models/tools.ts';
import { fill, newOrder } from '../../bench/replay.ts';
import { startEventStoreDouble } from '../../doubles/eventstoredb/event-store-double.ts';
import { openEventStoreDB } from '../../event-store/eventstoredb.ts';
import { openRedisReadModels } from '../../read-models/redis.ts';
import { dumpOf, rebuiltDump } from '../../testing/logs/dump.ts';
import { startRedis } from '../../testing/redis.ts';
import { ProjectionRunner } from '../projection-runner.ts';

const projections = [tools, bookings, openReservations];
const names = projections.map(({ storedAs }) => storedAs);
/** Microseconds that a commit may keep everybody else in Redis waiting. */
const mostPerCommit = 10_000;

it('a Redis that was emptied is whole again after one reading of the log, and is never kept for long', async () => {
  const server = await startEventStoreDouble();
  onTestFinished(() => server.stop());
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const store = openEventStoreDB({
    address: server.url,
    prefix: 'inventory-',
    patience: { inAll: 30_000, each: 10_000 },
  });
  onTestFinished(() => store.close());
  const readModels = openRedisReadModels({ address: redis.url, prefix: 'inventory-' });
  onTestFinished(() => readModels.close());
  await fill(store, 3_000);
  const runner = new ProjectionRunner(projections, readModels, store);
  await runner.catchUp(await runner.open());
  const whole = await dumpOf(readModels, projections);
  expect(whole).toEqual(await rebuiltDump(store, projections));

  await redis.flush();
  await redis.call('CONFIG', 'RESETSTAT');
  const replay = vi.spyOn(store, 'replay');
  await runner.verify();
  expect(replay).toHaveBeenCalledOnce();
  expect(await dumpOf(readModels, projections)).toEqual(whole);
  const [, each = ''] =
    /cmdstat_evalsha:.*usec_per_call=([\d.]+)/.exec(String(await redis.call('INFO', 'commandstats'))) ?? [];
  expect(Number(each)).toBeGreaterThan(0);
  expect(Number(each)).toBeLessThan(mostPerCommit);
});

it('a Redis that was emptied says at once how far it is, also where another node was faster before', async () => {
  const server = await startEventStoreDouble();
  onTestFinished(() => server.stop());
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const patience = { inAll: 30_000, each: 10_000 };
  const store = openEventStoreDB({ address: server.url, prefix: 'inventory-', patience });
  onTestFinished(() => store.close());
  const opened = () => {
    const readModels = openRedisReadModels({ address: redis.url, prefix: 'inventory-' });
    onTestFinished(() => readModels.close());
    return { readModels, runner: new ProjectionRunner(projections, readModels, store) };
  };
  const { readModels, runner } = opened();
  const { runner: faster } = opened();
  await fill(store, 1_000);
  let position = await runner.catchUp(await runner.open());
  await faster.open();
  for (let batches = 0; batches < 3; batches++) {
    await store.append(...newOrder());
    const batch = await store.readAll({ after: position, limit: 100 });
    await faster.apply(batch);
    await runner.apply(batch);
    ({ position } = batch);
  }
  // More than one commit is of, and nothing that these projections fold: recorded all the same.
  const others = Array.from({ length: 300 }, async () => {
    const [stream, expected, events] = newOrder();
    await store.append(
      stream,
      expected,
      events.map((event) => ({ ...event, type: 'SomethingElse' })),
    );
  });
  await Promise.all(others);
  const last = await store.readAll({ after: position, limit: 1_000 });
  for (const each of [faster, runner]) await each.apply(last);
  await faster.record();
  const checkpoints = () => Promise.all(names.map((name) => readModels.checkpoint(name)));
  expect(await checkpoints()).toEqual(names.map(() => last.position));

  await redis.flush();
  await runner.verify();
  expect(await checkpoints()).toEqual(names.map(() => last.position));
});
