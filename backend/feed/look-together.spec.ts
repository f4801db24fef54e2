import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { lookTogether } from './look-together.ts';

describe('who asks in one turn of the event loop', () => {
  it('has one look, which comes after all of them have asked', async () => {
    let [asked, looks] = [0, 0];
    const seen: number[] = [];
    const look = lookTogether(() => {
      looks += 1;
      seen.push(asked);
      return undefined;
    });
    const ask = () => {
      asked += 1;
      return look();
    };
    await Promise.all([ask(), Promise.resolve().then(ask), ask()]);
    expect({ looks, seen }).toEqual({ looks: 1, seen: [3] });
    await ask();
    await setImmediate();
    await ask();
    expect({ looks, seen }).toEqual({ looks: 3, seen: [3, 4, 5] });
  });

  it('waits for what the look says, and hears of it when there is none', async () => {
    let outcome: () => Promise<number> | undefined = () => Promise.resolve(7);
    const look = lookTogether(() => outcome());
    expect(await Promise.all([look(), look()])).toEqual([7, 7]);
    outcome = () => {
      throw new RangeError('no log');
    };
    const both = [look(), look()];
    for (const each of both) await expect(each).rejects.toThrow('no log');
    outcome = () => undefined;
    expect(await look()).toBeUndefined();
  });
});
