import { describe, expect, it } from 'vitest';
import { inWords, milestoneOf, untilNextWords } from './time-left.ts';

const minutes = (count: number) => count * 60_000;

describe('the time that is left to pay', () => {
  it.each([
    [minutes(24 * 60), '24 hours'],
    [minutes(23 * 60 + 12) + 30_000, '23 hours 12 minutes'],
    [minutes(61), '1 hour 1 minute'],
    [minutes(5) + 1, '5 minutes'],
    [minutes(5), '5 minutes'],
    [minutes(4) + 9_999, '4 minutes 9 seconds'],
    [1_000, '1 second'],
    [999, '0 seconds'],
  ])('%i ms are %s', (left, words) => expect(inWords(left)).toBe(words));

  it('is told anew each minute, and each second of the last minutes', () => {
    expect(untilNextWords(minutes(10) + 20_000)).toBe(20_005);
    expect(untilNextWords(minutes(10))).toBe(60_005);
    expect(untilNextWords(minutes(2) + 300)).toBe(305);
  });

  it('is said aloud three times, and not at each second', () => {
    expect(milestoneOf(minutes(11))).toBe('');
    expect(milestoneOf(minutes(9))).toBe('Less than 10 minutes left to pay.');
    expect(milestoneOf(minutes(4))).toBe('Less than 5 minutes left to pay.');
    expect(milestoneOf(59_000)).toBe('Less than 1 minute left to pay.');
    expect(milestoneOf(0)).toBe('');
  });
});
