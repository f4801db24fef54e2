import { expect, it } from 'vitest';
import { Remembered } from './remembered.ts';

it('remembers until the time is up', () => {
  let time = 1_000;
  const remembered = new Remembered<string>({ capacity: 2, now: () => new Date(time) });
  remembered.set('a', 'A', 2_000);
  time = 1_999;
  expect(remembered.get('a')).toBe('A');
  time = 2_000;
  expect(remembered.get('a')).toBeUndefined();
  time = 1_000;
  expect(remembered.get('a')).toBeUndefined();
});

it('forgets the least used when there is no room', () => {
  const remembered = new Remembered<string>({ capacity: 2, now: () => new Date(0) });
  remembered.set('a', 'A', 1);
  remembered.set('b', 'B', 1);
  remembered.get('a');
  remembered.set('c', 'C', 1);
  expect(['a', 'b', 'c'].map((key) => remembered.get(key))).toEqual(['A', undefined, 'C']);
});
