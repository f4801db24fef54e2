import { describe, expect, it } from 'vitest';
import { Progress } from './progress-line.ts';

function progress(isTTY: boolean) {
  const written: string[] = [];
  let now = 0;
  const told = new Progress('events', { isTTY, write: (text) => written.push(text) }, () => now);
  const reached = (at: number, done: number, of?: number) => {
    now = at;
    told.reached(done, of);
  };
  return { written, reached, told };
}

describe('the progress of long work', () => {
  it('is a line every two seconds, with rate and time left', () => {
    const { written, reached } = progress(false);
    reached(1_000, 100, 1_000_000);
    reached(1_500, 15_000, 1_000_000);
    reached(3_000, 20_000, 1_000_000);
    reached(4_000, 40_000, 1_000_000);
    expect(written).toEqual([
      '15,000 of 1,000,000 events, 10,000 a second, 1 min 39 s left\n',
      '40,000 of 1,000,000 events, 10,000 a second, 1 min 36 s left\n',
    ]);
  });

  it('says nothing of the time left before a hundredth is done', () => {
    const { written, reached } = progress(false);
    reached(2_000, 300, 1_000_000);
    reached(4_000, 10_000, 1_000_000);
    expect(written).toEqual([
      '300 of 1,000,000 events, 150 a second\n',
      '10,000 of 1,000,000 events, 2,500 a second, 6 min 36 s left\n',
    ]);
  });

  it('is one line of a terminal that is written over, and gone at the end', () => {
    const { written, reached, told } = progress(true);
    reached(2_000, 10);
    reached(2_300, 20);
    told.end();
    expect(written).toEqual(['\r\x1b[K10 events, 5 a second', '\r\x1b[K20 events, 9 a second', '\r\x1b[K']);
  });

  it('is nothing for what is done at once', () => {
    const { written, reached, told } = progress(true);
    reached(1_000, 10);
    told.end();
    expect(written).toEqual([]);
  });
});
