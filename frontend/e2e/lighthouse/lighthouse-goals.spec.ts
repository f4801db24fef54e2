import { describe, expect, it } from 'vitest';
import { type Measured, middleOf, missedBy } from './lighthouse-goals.ts';

const all = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 };
const run = (change: Partial<Measured> = {}): Measured => ({ scores: all, paintMs: 1_100, blockedMs: 40, ...change });
const quick = (performance: number) => run({ scores: { ...all, performance } });

describe('what Lighthouse is to say of a page', () => {
  it('is 100 of everything, and the largest paint by 1.2 s', () => {
    expect(missedBy('home', run({ paintMs: 1_200 }))).toEqual([]);
    expect(missedBy('home', run({ scores: { ...all, performance: 99, seo: 92 }, paintMs: 1_201 }))).toEqual([
      'home: performance is 99, not 100.',
      'home: seo is 92, not 100.',
      'home: the largest paint is at 1201 ms, not by 1200 ms.',
    ]);
  });

  it('is missed where nothing was measured', () => {
    expect(missedBy('home', middleOf([])).length).toBe(5);
  });

  it('is said by the middle run, number by number', () => {
    const middle = middleOf([quick(90), quick(100), run({ paintMs: 4_000 }), quick(99), run({ blockedMs: 900 })]);
    expect(middle).toEqual(run());
  });
});
