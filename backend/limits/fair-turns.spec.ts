import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Busy } from '../../modules/kernel/errors.ts';
import { watchTimers } from '../testing/measuring/watch-timers.ts';
import { FairTurns } from './fair-turns.ts';

const stays = new AbortController().signal;

/** Turns of which one is taken; who gets one says so, and keeps it until the test goes on. */
function turnsOf(bounds: { most: number; mostOfOne: number }) {
  const turns = new FairTurns({ atOnce: 1, refusal: 'Too many.', ...bounds });
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const begun = turns.run({ group: 'first', isKnown: false }, () => first.promise, stays);
  const ask = (group: string, name: string, { isKnown = false, signal = stays } = {}) => {
    const turn = turns.run({ group, isKnown }, async () => order.push(name), signal);
    turn.catch(() => {}); // It is looked at later.
    return turn;
  };
  const letAllIn = async (asked: Promise<unknown>[]) => {
    first.resolve();
    await begun;
    await Promise.allSettled(asked);
    return order;
  };
  return { ask, letAllIn };
}

describe('turns', () => {
  it('go round by group, so that nobody waits for all that another has sent', async () => {
    const { ask, letAllIn } = turnsOf({ most: 100, mostOfOne: 50 });
    const flood = Array.from({ length: 20 }, (_, n) => ask('flood', `flood ${n}`));
    const order = await letAllIn([...flood, ask('other', 'other'), ask('third', 'third')]);
    expect(order.slice(0, 4)).toEqual(['flood 0', 'other', 'third', 'flood 1']);
    expect(order).toHaveLength(22);
  });

  it('go to who is known first, and to the others all the same', async () => {
    const { ask, letAllIn } = turnsOf({ most: 100, mostOfOne: 50 });
    const strangers = ['a', 'b'].map((group) => ask(group, group));
    const known = [1, 2, 3, 4, 5, 6].map((n) => ask(`known ${n}`, `known ${n}`, { isKnown: true }));
    const order = await letAllIn([...strangers, ...known]);
    expect(order[0]).toBe('known 1');
    expect(order.indexOf('a')).toBe(3);
    expect(order.indexOf('b')).toBe(7);
  });

  it('are given back by who has gone', async () => {
    const { ask, letAllIn } = turnsOf({ most: 1, mostOfOne: 1 });
    const gone = new AbortController();
    const left = ask('one', 'left', { signal: gone.signal });
    await expect(ask('other', 'refused')).rejects.toThrow(Busy);
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await expect(ask('one', 'left', { signal: gone.signal })).rejects.toThrow('gone');
    expect(await letAllIn([ask('other', 'other')])).toEqual(['other']);
  });

  it('are waited for no longer than it takes to say so', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    await watchTimers(20_000, async (running) => {
      const { ask, letAllIn } = turnsOf({ most: 1, mostOfOne: 1 });
      const late = ask('one', 'too late');
      await vi.advanceTimersByTimeAsync(20_000);
      await expect(late).rejects.toThrow('Too many.');
      const other = ask('other', 'other');
      expect(running()).toBe(1);
      expect(await letAllIn([other])).toEqual(['other']);
      expect(running()).toBe(0);
    });
  });

  it('are no more than a few for one group', async () => {
    const { ask, letAllIn } = turnsOf({ most: 100, mostOfOne: 2 });
    const asked = [1, 2, 3].map((n) => ask('flood', `flood ${n}`));
    await expect(asked[2]).rejects.toThrow('Too many.');
    expect(await letAllIn([...asked, ask('other', 'other')])).toEqual(['flood 1', 'other', 'flood 2']);
  });

  it('are taken from who has most of them when there is no room left', async () => {
    const { ask, letAllIn } = turnsOf({ most: 4, mostOfOne: 4 });
    const flood = [1, 2, 3, 4].map((n) => ask('flood', `flood ${n}`));
    const others = ['a', 'b'].map((group) => ask(group, group));
    await expect(flood[3]).rejects.toThrow(Busy);
    await expect(flood[2]).rejects.toThrow(Busy);
    await expect(ask('a', 'more')).rejects.toThrow(Busy);
    expect(await letAllIn([...flood, ...others])).toEqual(['flood 1', 'a', 'b', 'flood 2']);
  });

  it('are so many at once, also where one is handed on as others come anew', async () => {
    const turns = new FairTurns({ atOnce: 2, most: 20, mostOfOne: 20, refusal: 'Too many.' });
    let [running, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running -= 1;
    };
    const comesTwice = async (_: unknown, n: number) => {
      for (const isKnown of [true, false]) await turns.run({ group: `${n % 3}`, isKnown }, work, stays);
    };
    await Promise.all(Array.from({ length: 10 }, comesTwice));
    expect(most).toBe(2);
  });

  it('are given on when work fails', async () => {
    const turns = new FairTurns({ atOnce: 1, most: 1, mostOfOne: 1, refusal: 'Too many.' });
    const fails = () => Promise.reject(new Error('failed'));
    const asked = [fails, async () => 'done'].map((work) => turns.run({ group: 'one', isKnown: true }, work, stays));
    expect(await Promise.allSettled(asked)).toMatchObject([{ status: 'rejected' }, { value: 'done' }]);
  });
});
