import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { RoundSlice } from './round-slice.ts';

/** Keeps the event loop busy. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

it('calls that take milliseconds are begun a few in each round of the event loop, in the order in which they came', async () => {
  const calls = new RoundSlice();
  const begun: number[] = [];
  for (let n = 0; n < 20; n++) {
    calls.begin(() => {
      begun.push(n);
      work(2);
    });
  }
  const ofRounds = [begun.length];
  while (begun.length < 20) {
    const before = begun.length;
    await nextRound();
    ofRounds.push(begun.length - before);
  }
  // Up to two slices of 5 ms are between two looks: the rest of one round, and the beginning of the next.
  expect(Math.max(...ofRounds)).toBeLessThanOrEqual(6);
  expect(begun).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

it('what a call goes on with at once is counted as well', async () => {
  const calls = new RoundSlice();
  let begun = 0;
  for (let n = 0; n < 20; n++) {
    calls.begin(() => {
      begun += 1;
      void Promise.resolve().then(() => work(begun === 1 ? 6 : 2));
    });
  }
  await nextRound();
  const before = begun;
  await nextRound();
  expect(begun - before).toBeLessThanOrEqual(6);
});

it('calls that have to wait take turns by where they come from', async () => {
  const calls = new RoundSlice();
  const begun: string[] = [];
  const ask = (who: string, from: string) =>
    calls.begin(
      () => {
        begun.push(who);
        work(2);
      },
      () => from,
    );
  for (let n = 0; n < 40; n++) ask('one of many', 'many');
  ask('another', 'elsewhere');
  ask('another', 'far away');
  ask('another', 'elsewhere');
  await expect.poll(() => begun).toHaveLength(43);
  // After a slice of those who came before, one of them is between each two of the others.
  expect(begun.lastIndexOf('another')).toBeLessThanOrEqual(8);
});

it('of calls that wait for something as soon as they have begun no more are begun in a round', async () => {
  const calls = new RoundSlice();
  let begun = 0;
  for (let n = 0; n < 1_000; n++) calls.begin(() => void begun++);
  const ofRounds = [begun];
  while (begun < 1_000) {
    const before = begun;
    await nextRound();
    ofRounds.push(begun - before);
  }
  expect(Math.max(...ofRounds)).toBeLessThanOrEqual(2 * 64);
});

it('a call is begun at once where there are few', async () => {
  const calls = new RoundSlice();
  // Of a busy machine's time others may take 5 ms between two calls.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  for (let round = 0; round < 3; round++) {
    let begun = 0;
    for (let n = 0; n < 10; n++) calls.begin(() => void begun++);
    expect(begun).toBe(10);
    await nextRound();
  }
});

it('a call that fails keeps no other from being begun', async () => {
  const calls = new RoundSlice();
  const begun: number[] = [];
  calls.begin(() => work(6));
  const failed = new Promise((resolve) => process.once('unhandledRejection', resolve));
  calls.begin(() => {
    throw new Error('failed');
  });
  calls.begin(() => void begun.push(1));
  await expect.poll(() => begun).toEqual([1]);
  expect(await failed).toMatchObject({ message: 'failed' });
});
