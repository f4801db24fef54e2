import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayInWords, inDigits } from './in-words.ts';

it('are numbers as the formatter writes them', () => {
  const number = new Intl.NumberFormat('en');
  const near = fc.integer({ min: -2_000, max: 2_000 });
  fc.assert(
    fc.property(fc.oneof(near, fc.integer()), (count) => {
      expect(inDigits(count)).toBe(number.format(count));
    }),
  );
  expect([inDigits(999), inDigits(1_000), inDigits(1.5)]).toEqual(['999', '1,000', '1.5']);
});

it('are days as the formatter writes them', () => {
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
  const moments = fc.date({ min: new Date('1900-01-02'), max: new Date('2999-12-30'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, (moment) => {
      expect(dayInWords(moment.toISOString())).toBe(day.format(moment));
    }),
  );
  expect(dayInWords('2026-11-23T12:00:00.000Z')).toBe('Nov 23, 2026');
});
