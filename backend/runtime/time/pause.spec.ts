import { describe, expect, it } from 'vitest';
import { pause } from './pause.ts';

describe('a pause', () => {
  it('takes its time, with a signal or without', async () => {
    for (const signal of [undefined, new AbortController().signal]) {
      const began = performance.now();
      await pause(20, signal);
      expect(performance.now() - began).toBeGreaterThan(18);
    }
  });

  it('ends at once when the signal aborts, before it or in it', async () => {
    const stop = new AbortController();
    const paused = pause(600_000, stop.signal);
    stop.abort();
    await paused;
    await pause(600_000, stop.signal);
  });
});
