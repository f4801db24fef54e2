import { expect, it } from 'vitest';
import { bounds, Durations } from './durations.ts';

it('what took how long is counted within the first bound that it keeps, or above all of them', () => {
  const durations = new Durations();
  for (const seconds of [0, 0.001, 0.0011, 10, 10.5, 60]) durations.add(seconds);
  const [first, second, ...others] = durations.counts;
  expect([first, second, ...others.slice(-2)]).toEqual([2, 1, 1, 2]);
  expect(durations.counts.length).toBe(bounds.length + 1);
  expect(durations.sum).toBeCloseTo(80.5021);
});
