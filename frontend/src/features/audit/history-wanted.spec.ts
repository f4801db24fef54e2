import { describe, expect, it } from 'vitest';
import { isUntouched, localOf, searchFor, timeOf, wantedIn } from './history-wanted.ts';

describe('what is looked for', () => {
  it('is what the address says, and nothing else of it', () => {
    const params = new URLSearchParams('?entity=tool:t1&type=&after=9&other=x&actor=u%201');
    expect(wantedIn(params)).toEqual({ entity: 'tool:t1', actor: 'u 1' });
    expect(wantedIn(new URLSearchParams(searchFor(wantedIn(params), '9')))).toEqual(wantedIn(params));
    expect(searchFor({})).toBe('');
  });

  it.each(['2030-01-02T03:04:05Z', '2030-07-02T23:59:59.123456Z'])('has the time %s in a form and back', (time) => {
    const local = localOf(time);
    expect(local).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect(timeOf(local)).toBe(`${time.slice(0, 19)}Z`);
    expect(timeOf(local, { isEnd: true })).toBe(`${time.slice(0, 19)}.999999Z`);
  });

  it('is untouched where a browser has left out seconds that are 0, and touched by a second', () => {
    const time = '2030-07-02T23:59:00.123456Z';
    const field = localOf(time);
    expect([field, field.slice(0, -3)].map((one) => isUntouched(one, time))).toEqual([true, true]);
    expect(isUntouched(`${field.slice(0, -2)}01`, time)).toBe(false);
    expect([isUntouched('', undefined), isUntouched('', time)]).toEqual([true, false]);
  });

  it('has of a day its beginning and its end in UTC', () => {
    expect(timeOf(localOf('2030-01-02'))).toBe('2030-01-02T00:00:00Z');
    expect(timeOf(localOf('2030-01-02', { isEnd: true }))).toBe('2030-01-02T23:59:59Z');
  });

  it.each(['', 'yesterday', undefined])('has no time of %j', (time) => {
    expect(localOf(time)).toBe('');
    expect(timeOf(time ?? '')).toBe('');
  });
});
