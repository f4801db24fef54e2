import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { lookTogether } from './look-together.ts';

describe('who asks in one turn of the event loop', () => {
  it('has one look, which comes after all of them have asked', async () => {
    let [asked, looks] = [0, 0];
    const seen: number[] = [];
    const { forChange } = lookTogether(() => {
      looks += 1;
      seen.push(asked);
      return undefined;
    });
    const ask = () => {
      asked += 1;
      return forChange();
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
    const { forReading, forChange } = lookTogether(() => outcome());
    const all = () => [forReading(), forReading(), forChange(), forChange()];
    expect(await Promise.all(all())).toEqual([7, 7, 7, 7]);
    await setImmediate();
    outcome = () => {
      throw new RangeError('no log');
    };
    expect(forReading).toThrow('no log');
    for (const each of [forReading(), forChange(), forChange()]) await expect(each).rejects.toThrow('no log');
    await setImmediate();
    outcome = () => undefined;
    expect(forReading()).toBeUndefined();
    expect(await forReading()).toBeUndefined();
    expect(await forChange()).toBeUndefined();
  });

  it('and reads first has a look at once, and whoever reads after them one together with the others', async () => {
    let looks = 0;
    const { forReading, forChange } = lookTogether(() => {
      looks += 1;
      return undefined;
    });
    for (const turn of [1, 2]) {
      expect(forReading()).toBeUndefined();
      expect(looks).toBe(2 * turn - 1);
      await Promise.all([forChange(), forReading(), forReading(), forChange()]);
      expect(looks).toBe(2 * turn);
      await setImmediate();
    }
  });

  it('and changes something goes on when all who read have their answers, though these take several steps', async () => {
    const { forReading, forChange } = lookTogether(() => undefined);
    const done: string[] = [];
    const carryOut = async (who: string, look: () => Promise<unknown> | undefined) => {
      await look();
      for (let step = 0; step < 5; step++) await undefined;
      done.push(who);
    };
    await Promise.all([
      carryOut('an order', forChange),
      carryOut('a page', forReading),
      carryOut('another page', forReading),
      carryOut('another order', forChange),
      carryOut('a third page', forReading),
    ]);
    expect(done).toEqual(['a page', 'another page', 'a third page', 'an order', 'another order']);
  });
});
