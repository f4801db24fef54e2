import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { newLogFile, openLog } from '../../testing/logs/log-directory.ts';
import { thoroughly } from '../../testing/thoroughly.ts';
import { newEvent } from '../contract/some-events.ts';

const [megabyte, long] = [1_000_000, 'x'.repeat(100_000)];

/** Appends so many megabytes by 32 who write at once, and tells how large the write-ahead log was at most meanwhile. */
async function written(file: string, stores: readonly EventStore[], megabytes: number): Promise<number> {
  let left = megabytes * 10;
  let largest = 0;
  const write = async (worker: number) => {
    while (left-- > 0) {
      await stores[worker % stores.length]?.append(`stream-${worker}`, 'any', [newEvent({ long })]);
      largest = Math.max(largest, statSync(`${file}-wal`).size);
    }
  };
  await Promise.all(Array.from({ length: 32 }, (_, worker) => write(worker)));
  return largest;
}

it('the write-ahead log of the log is moved into its file while everybody goes on writing', async () => {
  const file = newLogFile();
  const largest = await written(file, [openLog(file)], 240);
  expect(statSync(file).size).toBeGreaterThan(80 * megabyte);
  expect(largest).toBeLessThan(200 * megabyte);
});

it('the write-ahead log of the log begins anew while two processes write all the time', async () => {
  const file = newLogFile();
  const largest = await written(file, [openLog(file), openLog(file)], 360);
  expect(largest).toBeLessThan(300 * megabyte);
});

thoroughly(
  'the write-ahead log of the log is no longer where each event is a commit of its own, as in an import',
  async () => {
    const file = newLogFile();
    const store = openLog(file);
    let largest = 0;
    for (let n = 0; n < 9_000; n++) {
      await store.append(`stream-${n}`, 'none', [newEvent()]);
      largest = Math.max(largest, statSync(`${file}-wal`).size);
    }
    expect(largest).toBeLessThan(100 * megabyte);
  },
);

thoroughly('the write-ahead log of the log begins anew where each append has a turn of its own', async () => {
  const file = newLogFile();
  const store = openLog(file);
  let largest = 0;
  for (let n = 0; n < 400; n++) {
    const turn = await store.takeTurn?.();
    await store.appendAll?.([{ stream: 'one', expected: 'any', events: [newEvent({ long: long.repeat(4) })] }], turn);
    largest = Math.max(largest, statSync(`${file}-wal`).size);
  }
  expect(largest).toBeLessThan(150 * megabyte);
});

thoroughly(
  'the write-ahead log of the log gives back the disk that it took while a reader kept it from beginning anew',
  async () => {
    const file = newLogFile();
    const store = openLog(file);
    await store.append('first', 'none', [newEvent()]);
    const reader = new DatabaseSync(file, { readOnly: true });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM events').get();
    expect(await written(file, [store], 160)).toBeGreaterThan(150 * megabyte);
    reader.close();
    // It begins anew with the first write after a checkpoint of all of it, however long that takes; ten could have been made.
    const isLong = () => statSync(`${file}-wal`).size >= 140 * megabyte;
    for (let more = 0; more < 640 && isLong(); more += 10) await written(file, [store], 10);
    expect(isLong()).toBe(false);
  },
);
