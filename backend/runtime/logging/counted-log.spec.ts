import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchTimers } from '../../testing/measuring/watch-timers.ts';
import { CountedLog, type Occurrence } from './counted-log.ts';
import { openLog } from './log.ts';

const refused: Occurrence = { level: 'warn', message: 'refused', call: 'GET /booking' };

type Line = { readonly [name: string]: unknown };

function written() {
  const lines: Line[] = [];
  const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  return { lines, counted: new CountedLog(log) };
}

describe('what happens often', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is one line a kind and minute, with how often each call had it', () => {
    const { lines, counted } = written();
    for (let n = 0; n < 1_240; n++) counted.add('Busy', refused);
    for (let n = 0; n < 3; n++) counted.add('Busy', { ...refused, call: 'POST /booking' });
    counted.add('Unauthorized', { ...refused, level: 'info' });
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(60_000);
    const calls = { 'GET /booking': 1_240, 'POST /booking': 3 };
    expect(lines).toMatchObject([
      { level: 40, msg: 'refused', kind: 'Busy', times: 1_243, calls },
      { level: 30, msg: 'refused', kind: 'Unauthorized', times: 1, calls: { 'GET /booking': 1 } },
    ]);
  });

  it('is said at once and in full when it is new, and once', () => {
    const { lines, counted } = written();
    const failed: Occurrence = { ...refused, level: 'error', message: 'failed', first: { err: new Error('odd') } };
    for (let minutes = 0; minutes < 3; minutes++) {
      for (let n = 0; n < 10; n++) counted.add('TypeError', failed);
      vi.advanceTimersByTime(60_000);
    }
    expect(lines).toMatchObject([{ err: { stack: expect.any(String) } }, { times: 9 }, { times: 10 }, { times: 10 }]);
    vi.advanceTimersByTime(60_000);
    counted.add('TypeError', failed);
    expect(lines).toHaveLength(5);
    expect(lines[4]).toMatchObject({ err: { stack: expect.any(String) } });
  });

  it('fills no memory and no log, however many kinds there are', () => {
    const { lines, counted } = written();
    for (let n = 0; n < 10_000; n++) counted.add(`kind ${n}`, { ...refused, first: {} });
    vi.advanceTimersByTime(60_000);
    expect(lines.length).toBeLessThanOrEqual(102);
    expect(lines.at(-1)).toMatchObject({ kind: 'others', times: 9_899 });
  });

  it('leaves no timer behind when nothing happens any more, or when it is closed', () =>
    watchTimers(60_000, (running) => {
      const { lines, counted } = written();
      counted.add('Busy', refused);
      expect(running()).toBe(1);
      vi.advanceTimersByTime(120_000);
      expect(running()).toBe(0);
      counted.add('Busy', refused);
      counted.close();
      expect(running()).toBe(0);
      expect(lines).toHaveLength(2);
    }));
});
