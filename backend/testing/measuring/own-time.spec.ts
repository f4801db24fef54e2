import { expect, it } from 'vitest';
import { longestWaits } from './own-time.ts';

it('what two processes wait for at the same time is taken off once', () => {
  const delays = new Map<string | number, number | undefined>([
    ['thread-self', 100],
    [7, 1_000],
  ]);
  const waited = longestWaits(['thread-self', 7], (thread) => delays.get(thread));
  delays.set('thread-self', 105).set(7, 1_018);
  expect(waited()).toBe(18);
  delays.set('thread-self', 125).set(7, 1_020);
  expect(waited()).toBe(38);
  // It has ended.
  delays.set('thread-self', 126).set(7, undefined);
  expect(waited()).toBe(39);
});

it('what a process had waited before it was first seen is not taken off', () => {
  let delay: number | undefined;
  const waited = longestWaits([7], () => delay);
  delay = 5_000;
  expect(waited()).toBe(0);
  delay = 5_003;
  expect(waited()).toBe(3);
});
