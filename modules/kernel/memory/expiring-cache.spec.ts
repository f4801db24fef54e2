import { expect, it } from 'vitest';
import { ExpiringCache } from './expiring-cache.ts';

it('keeps a value until the time is up', () => {
  let time = 1_000;
  const cache = new ExpiringCache<string>({ capacity: 2, now: () => new Date(time) });
  cache.set('a', 'A', 2_000);
  time = 1_999;
  expect(cache.get('a')).toBe('A');
  time = 2_000;
  expect(cache.get('a')).toBeUndefined();
  time = 1_000;
  expect(cache.get('a')).toBeUndefined();
});

it('keeps nothing whose time is up already, and forgets what was there before it', () => {
  const cache = new ExpiringCache<string>({ capacity: 2, now: () => new Date(1_000) });
  cache.set('a', 'A', 2_000);
  cache.set('a', 'B', 1_000);
  expect(cache.get('a')).toBeUndefined();
});

it('forgets the least used when there is no room, and says so', () => {
  const dropped: string[] = [];
  const options = { capacity: 2, now: () => new Date(0), dropped: (key: string) => void dropped.push(key) };
  const cache = new ExpiringCache<string>(options);
  cache.set('a', 'A', 1);
  cache.set('b', 'B', 1);
  cache.get('a');
  cache.set('a', 'A2', 1);
  cache.set('c', 'C', 1);
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['A2', undefined, 'C']);
  cache.delete('c');
  expect(dropped).toEqual(['b', 'c']);
});
