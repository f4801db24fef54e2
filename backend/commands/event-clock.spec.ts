import { describe, expect, it } from 'vitest';
import { EventClock } from './event-clock.ts';

describe('the times of events', () => {
  it('are those of the clock, to the microsecond', () => {
    const clock = new EventClock(() => new Date('2026-01-02T03:04:05.678Z'));
    expect(clock.next()).toBe('2026-01-02T03:04:05.678000Z');
  });

  it('follow one another also within a millisecond, and when the clock is set back a little', () => {
    const readings = [5_000, 5_000, 4_000, 5_001].map((time) => new Date(time));
    const clock = new EventClock(() => readings.shift() ?? new Date(0));
    const times = [clock.next(), clock.next(), clock.next(), clock.next()];
    expect(times).toEqual([
      '1970-01-01T00:00:05.000000Z',
      '1970-01-01T00:00:05.000001Z',
      '1970-01-01T00:00:05.000002Z',
      '1970-01-01T00:00:05.001000Z',
    ]);
  });

  it('are those of a clock that was set back by more than five seconds', () => {
    const readings = [3_600_000, 5_000, 5_000].map((time) => new Date(time));
    const clock = new EventClock(() => readings.shift() ?? new Date(0));
    expect([clock.next(), clock.next(), clock.next()]).toEqual([
      '1970-01-01T01:00:00.000000Z',
      '1970-01-01T00:00:05.000000Z',
      '1970-01-01T00:00:05.000001Z',
    ]);
  });

  it('are valid dates', () => {
    const clock = new EventClock(() => new Date('2026-01-02T03:04:05.678Z'));
    expect(Date.parse(clock.next())).toBe(Date.parse('2026-01-02T03:04:05.678Z'));
  });
});
