import { StatementSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { start } from '../../../modules/kernel/event-store.ts';
import { newLogFile, openLog } from '../../testing/logs/log-directory.ts';
import { idsOf, newEvent, newEvents, nextOf, oddData } from '../contract/some-events.ts';
import { openSqliteEventStore } from '../sqlite.ts';
import { lastGivenOut } from './schema.ts';

/** A log that looks only once an hour for what others have written, and a subscription that has caught up with it. */
async function followed() {
  const file = newLogFile();
  const store = openSqliteEventStore({ file, pollInterval: 3_600_000 });
  onTestFinished(() => store.close());
  const { signal } = new AbortController();
  const batches = store.subscribe({ after: start, signal })[Symbol.asyncIterator]();
  onTestFinished(async () => void (await batches.return?.()));
  await batches.next();
  const seen: StoredEvent[] = [];
  const until = async (count: number) => {
    while (seen.length < count) seen.push(...(await nextOf(batches)));
    return seen;
  };
  return { file, store, batches, until };
}

it('what is committed between two reads of a follower is found at once, by whomever it was', async () => {
  const { file, store, batches, until } = await followed();
  const other = openLog(file);
  for (let round = 1; round <= 20; round++) {
    // The follower is at work on the batch before, and waits for nothing yet.
    await (round % 2 === 0 ? store : other).append(`stream-${round}`, 'none', [newEvent()]);
    expect(await until(round)).toHaveLength(round);
  }
  await batches.return?.();
});

it('for what this process writes the file is looked into once by who then waits for more', async () => {
  const { store, until } = await followed();
  const asked = vi.spyOn(StatementSync.prototype, 'get');
  onTestFinished(() => asked.mockRestore());
  const commits = 20;
  for (let count = 1; count <= commits; count++) {
    const seen = until(count);
    await store.append(`stream-${count}`, 'none', [newEvent()]);
    await seen;
  }
  const looks = asked.mock.contexts.filter((one) => one instanceof StatementSync && one.sourceSQL === lastGivenOut);
  expect(looks.length).toBeGreaterThan(0);
  expect(looks.length).toBeLessThanOrEqual(commits + 1);
});

it('what this process writes is handed to its followers as it would be read back', async () => {
  const { store, until } = await followed();
  const events = [newEvent(oddData), newEvent(undefined), newEvent({ a: { b: [true, 'x'] } }), newEvent('text')];
  for (const event of events) await store.append('stream', 'any', [event]);
  expect(await until(4)).toStrictEqual(await store.readStream('stream'));
});

it('what others write in between is in its place', async () => {
  const { file, store, until } = await followed();
  const other = openLog(file);
  for (let round = 0; round < 10; round++) {
    await Promise.all([
      store.append(`own-${round}`, 'none', newEvents(3)),
      other.append(`other-${round}`, 'none', newEvents(2)),
      store.append(`next-${round}`, 'none', newEvents(1)),
    ]);
  }
  const seen = await until(60);
  expect(idsOf(seen)).toEqual(idsOf((await store.readAll({ after: start, limit: 100 })).events));
});

it('who comes later than what was handed out reads the disk', async () => {
  const { store, until } = await followed();
  await store.append('stream', 'none', newEvents(300));
  expect(await until(300)).toHaveLength(300);
  const { signal } = new AbortController();
  const late: string[] = [];
  for await (const { events } of store.subscribe({ after: 7n, signal })) {
    late.push(...idsOf(events));
    if (late.length >= 293) break;
  }
  expect(late).toEqual(idsOf(await store.readStream('stream')).slice(7));
});

it('what was deleted is handed to nobody any more', async () => {
  const { store, until } = await followed();
  await store.append('kept', 'none', newEvents(1));
  await store.append('gone', 'none', newEvents(2));
  await store.deleteStream('gone');
  await store.append('kept', 0n, newEvents(1));
  expect((await until(2)).map(({ stream }) => stream)).toEqual(['kept', 'kept']);
});

it('followers who are far behind miss nothing, and fill no memory', async () => {
  const { store, until } = await followed();
  for (let count = 0; count < 60; count++) await store.append('stream', 'any', newEvents(100));
  const seen = await until(6_000);
  expect(idsOf(seen)).toEqual(idsOf(await store.readStream('stream')));
});

it('what a follower has in memory is not read from the disk', async () => {
  const { store, until } = await followed();
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  await Promise.all(Array.from({ length: 50 }, (_, n) => store.append(`stream-${n}`, 'none', newEvents(2))));
  await until(100);
  expect(parse).not.toHaveBeenCalled();
});
