import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginningOf, endOf, localDay } from './local-day.ts';

const days = fc
  .date({ min: new Date('1990-01-02T12:00:00Z'), max: new Date('2090-01-02T12:00:00Z'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

describe('a day where somebody is', () => {
  it('is the day of its beginning and of its end, and of nothing beyond', () =>
    fc.assert(
      fc.property(days, (day) => {
        const [from, to] = [beginningOf(day), endOf(day)];
        expect([localDay(from), localDay(to)]).toEqual([day, day]);
        const next = new Date(Date.parse(to.replace('999Z', 'Z')) + 1).toISOString();
        expect(localDay(next) > day).toBe(true);
        expect(beginningOf(localDay(next))).toBe(next.replace('.000Z', 'Z'));
      }),
    ));

  it('is none of what is none', () => {
    expect([localDay(undefined), localDay('soon'), beginningOf(''), beginningOf('2026-13-40'), endOf('x')]).toEqual(
      Array(5).fill(''),
    );
    expect(localDay('2026-11-22')).toBe('2026-11-22');
  });
});
