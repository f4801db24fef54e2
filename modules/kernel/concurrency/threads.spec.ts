import { describe, expect, it } from 'vitest';
import { threadsToCompress, threadsToHash } from './threads.ts';

describe('the threads of Node.js', () => {
  it('are never all taken by hashes and by what is compressed, however many cores there are', () => {
    for (const cores of [1, 2, 4, 8, 64]) {
      for (const threads of [3, 4, 5, 8, 16, 128]) {
        const taken = [threadsToHash(cores, threads), threadsToCompress(cores, threads)];
        for (const each of taken) expect(each).toBeGreaterThan(0);
        expect((taken[0] ?? 0) + (taken[1] ?? 0), `${cores} cores, ${threads} threads`).toBeLessThan(threads);
      }
    }
    expect([threadsToHash(8, 4), threadsToCompress(8, 4)]).toEqual([2, 1]);
  });
});
