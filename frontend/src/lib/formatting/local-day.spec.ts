import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { beginningOf, endOf, localDay } from './local-day.ts';

const days = fc
  .date({ min: new Date('1990-01-02T12:00:00Z'), max: new Date('2090-01-02T12:00:00Z'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

function expectWhole(day: string): void {
  const [from, to] = [beginningOf(day), endOf(day)];
  expect([localDay(from), localDay(to)]).toEqual([day, day]);
  const next = new Date(Date.parse(to.replace('999Z', 'Z')) + 1).toISOString();
  expect(localDay(next) > day).toBe(true);
  expect(beginningOf(localDay(next))).toBe(next.replace('.000Z', 'Z'));
}

/** Where the clocks go on by an hour at midnight, on a day of each; and one where they never do. */
const zones = [
  ['America/Santiago', '2026-09-06'],
  ['Africa/Cairo', '2026-04-24'],
  ['America/Havana', '2026-03-08'],
  ['Asia/Beirut', '2026-03-29'],
  ['UTC', '2026-01-01'],
] as const;

const usual = process.env.TZ;
afterEach(() => {
  if (usual === undefined) delete process.env.TZ;
  else process.env.TZ = usual;
});

describe('a day where somebody is', () => {
  it.each(zones)('ends in %s when the next one begins, on %s and any other', (zone, changes) => {
    process.env.TZ = zone;
    fc.assert(fc.property(days, expectWhole), { examples: [[changes]] });
  });

  it('is the day of its beginning and of its end, and of nothing beyond', () =>
    fc.assert(fc.property(days, expectWhole)));

  it('is none of what is none', () => {
    expect([localDay(undefined), localDay('soon'), beginningOf(''), beginningOf('2026-13-40'), endOf('x')]).toEqual(
      Array(5).fill(''),
    );
    expect(localDay('2026-11-22')).toBe('2026-11-22');
  });
});
