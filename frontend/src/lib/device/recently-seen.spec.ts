import '../../testing/browser.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetSeen } from './forget-seen.ts';
import { noteSeen, recentlySeen } from './recently-seen.ts';

beforeEach(() => localStorage.clear());

describe('what was seen on this device', () => {
  it('is known by the newest first, each once, and only a few', () => {
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) noteSeen(id);
    expect(recentlySeen()).toEqual(['b', 'f', 'e', 'd', 'c']);
  });

  it('is forgotten', () => {
    noteSeen('a');
    forgetSeen();
    expect(recentlySeen()).toEqual([]);
    expect(localStorage.length).toBe(0);
  });

  it.each(['{', '{"a":1}', '[1,null,"a"]', 'null'])('is nothing but ids, whatever is kept there: %s', (kept) => {
    localStorage.setItem('recentlySeen', kept);
    expect(recentlySeen()).toEqual(kept.includes('"a"]') ? ['a'] : []);
  });
});
