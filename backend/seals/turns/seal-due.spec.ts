import { expect, it } from 'vitest';
import { SealDue } from './seal-due.ts';

const hour = 3_600_000;
const noon = Date.parse('2026-01-02T12:00:00Z');
const at = (time: number) => new Date(time).toISOString();

it('a seal is due once the last is so old', () => {
  const due = new SealDue(hour);
  expect([noon + 1, noon + hour - 1, noon + hour].map((now) => due.isDue(at(noon), now))).toEqual([false, false, true]);
});

it('after one of a clock that is far ahead it is due at once, and then as often as ever, however often that clock’s node seals', () => {
  const due = new SealDue(hour);
  const ahead = (time: number) => at(time + 2 * hour);
  expect(due.isDue(ahead(noon), noon)).toBe(true);
  expect(due.isDue(ahead(noon), noon)).toBe(true); // It could not be sealed.
  due.sealed(noon);
  const minutes = [1, 2, 59, 60].map((minute) => noon + minute * 60_000);
  expect(minutes.map((now) => due.isDue(ahead(now), now))).toEqual([false, false, false, true]);
  expect(due.isDue(ahead(noon), noon - 2 * hour)).toBe(true); // The own clock was set back.
});
