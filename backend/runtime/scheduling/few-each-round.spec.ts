import { describe, expect, it } from 'vitest';
import { FewEachRound } from './few-each-round.ts';

const round = () => new Promise(setImmediate);

describe('what goes on a few at a time', () => {
  it('is so many in one round of the event loop, in the order in which they came', async () => {
    const turns = new FewEachRound(3);
    const gone: number[] = [];
    const all = Array.from({ length: 10 }, async (_, n) => {
      await turns.turn();
      gone.push(n);
    });
    const after: number[] = [];
    for (; gone.length < 10; after.push(gone.length)) await round();
    await Promise.all(all);
    for (const [index, count] of after.entries()) expect(count - (after[index - 1] ?? 0)).toBeLessThanOrEqual(6);
    expect(after.length).toBeGreaterThan(1);
    expect(gone).toEqual(Array.from({ length: 10 }, (_, n) => n));
  });

  it('takes turns by where it comes from', async () => {
    const turns = new FewEachRound(2);
    const gone: string[] = [];
    const go = async (who: string, from: string) => {
      await turns.turn(() => from);
      gone.push(who);
    };
    const many = Array.from({ length: 20 }, () => go('one of many', 'many'));
    await Promise.all([go('another', 'elsewhere'), ...many]);
    expect(gone.indexOf('another')).toBeLessThanOrEqual(4);
  });

  it('goes on at once where there are few', async () => {
    const turns = new FewEachRound(2);
    expect([turns.turn(), turns.turn()]).toEqual([undefined, undefined]);
    const third = turns.turn();
    expect(third).toBeInstanceOf(Promise);
    await third;
    await round();
    await round();
    expect(turns.turn()).toBeUndefined();
  });

  it('lets nobody in before those who wait', async () => {
    const turns = new FewEachRound(1);
    const gone: string[] = [];
    const go = async (who: string) => {
      await turns.turn();
      gone.push(who);
    };
    const early = [go('first'), go('second'), go('third')];
    await round();
    await Promise.all([...early, go('late')]);
    expect(gone).toEqual(['first', 'second', 'third', 'late']);
  });
});
