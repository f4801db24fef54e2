import { describe, expect, it } from 'vitest';
import { quantilesOf, spreadOf } from './quantiles.ts';

describe('what answers took', () => {
  it('is told by the half of them, and by the slowest hundredth, in whatever order they came', () => {
    const took = Array.from({ length: 200 }, (_, n) => ((n * 7) % 200) + 1);
    expect(spreadOf(took)).toEqual({ median: 100, p99: 198 });
    expect(took[1]).toBe(8); // Nobody's list is put in another order.
  });

  it('is the longest for all of them, and the only one where there is one', () => {
    const at = quantilesOf([10, 9, 100]);
    expect([0, 0.5, 1].map(at)).toEqual([9, 10, 100]);
    expect(spreadOf([4])).toEqual({ median: 4, p99: 4 });
  });

  it('is nothing where there is none', () => {
    expect(spreadOf([])).toEqual({ median: 0, p99: 0 });
  });
});
