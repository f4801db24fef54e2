import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FewEachRound } from './few-each-round.ts';
import { noteReader, RoundShare } from './round-share.ts';

let now = 0;

beforeEach(() => {
  // Whoever has read before is gone, in another test or another file of this worker.
  now = Math.max(now, performance.now()) + 1_000;
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(now);
  return () => vi.useRealTimers();
});

/** How many go on in the round after one that took so long, in milliseconds. */
function nextAfter(share: RoundShare, milliseconds: number): number {
  share.begin();
  vi.advanceTimersByTime(milliseconds);
  return share.next;
}

describe('what is done in one round of the event loop of what came all at once', () => {
  it('is as much as fits where nobody reads, and less for a moment after somebody has read', () => {
    const share = new RoundShare({ most: 64, whileRead: 8 });
    expect([share.first, nextAfter(share, 1)]).toEqual([64, 64]);
    noteReader();
    expect([share.first, nextAfter(share, 1)]).toEqual([8, 8]);
    vi.advanceTimersByTime(50);
    expect([share.first, nextAfter(share, 1)]).toEqual([8, 8]);
    vi.advanceTimersByTime(50);
    expect([share.first, nextAfter(share, 1)]).toEqual([64, 64]);
  });

  it('is more the longer rounds are while people read, so that who reads in droves does not hold up who buys', () => {
    const share = new RoundShare({ most: 64, whileRead: 8 });
    noteReader();
    expect([2, 5, 10, 20, 50].map((milliseconds) => nextAfter(share, milliseconds))).toEqual([8, 8, 15, 30, 64]);
  });

  it('is the same whoever reads where nothing else is said', () => {
    noteReader();
    const share = new RoundShare({ most: 24 });
    expect([share.first, nextAfter(share, 1)]).toEqual([24, 24]);
  });

  it('holds for each of the rounds until all are done', async () => {
    const round = () => new Promise(setImmediate);
    const roundsOf = async (turns: FewEachRound) => {
      // The first go on at once.
      let [gone, rounds] = [0, 0];
      const all = Array.from({ length: 64 }, async () => {
        await turns.turn();
        gone += 1;
      });
      for (; gone < 64; rounds++) await round();
      await Promise.all(all);
      return rounds;
    };
    expect(await roundsOf(new FewEachRound(64, { whileRead: 8 }))).toBe(1);
    noteReader();
    expect(await roundsOf(new FewEachRound(64, { whileRead: 8 }))).toBe(64 / 8 - 1);
  });
});
