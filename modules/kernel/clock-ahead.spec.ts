import { expect, it } from 'vitest';
import { believed } from './clock-ahead.ts';

const hour = 3_600_000;

it('a moment is believed that is past, or at most an hour ahead of the own clock', () => {
  const now = Date.parse('2026-01-02T12:00:00Z');
  for (const moment of [0, now - hour, now, now + hour]) expect(believed(moment, now)).toBe(moment);
  expect(believed(now + hour + 1, now)).toBe(0);
});
