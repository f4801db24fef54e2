import { statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { newLogFile, openLog } from '../../testing/log-directory.ts';
import { newEvent } from '../contract/some-events.ts';

it('the write-ahead log of the log is moved into its file while everybody goes on writing', async () => {
  const file = newLogFile();
  const store = openLog(file);
  const long = 'x'.repeat(100_000);
  let left = 2_400;
  let largest = 0;
  const write = async (worker: number) => {
    while (left-- > 0) {
      await store.append(`stream-${worker}`, 'any', [newEvent({ long })]);
      largest = Math.max(largest, statSync(`${file}-wal`).size);
    }
  };
  await Promise.all(Array.from({ length: 32 }, (_, worker) => write(worker)));
  expect(statSync(file).size).toBeGreaterThan(80_000_000);
  expect(largest).toBeLessThan(200_000_000);
  await store.close();
});
