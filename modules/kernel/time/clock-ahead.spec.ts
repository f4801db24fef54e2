import { expect, it } from 'vitest';
import { believed, hasPassed } from './clock-ahead.ts';

const hour = 3_600_000;

it('a moment is believed that is past, or at most an hour ahead of the own clock', () => {
  const now = Date.parse('2026-01-02T12:00:00Z');
  for (const moment of [0, now - hour, now, now + hour]) expect(believed(moment, now)).toBe(moment);
  expect(believed(now + hour + 1, now)).toBe(0);
});

it('a time has passed once it is over, or once the clock was set back behind its beginning', () => {
  expect([0, hour - 1, hour, -1].map((after) => hasPassed(hour, hour, hour + after))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
