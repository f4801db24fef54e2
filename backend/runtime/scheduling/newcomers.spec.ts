import { setImmediate as nextRound } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { afterNewcomers, noteNewcomer } from './newcomers.ts';

describe('work that was put off to another round', () => {
  /** In how many rounds it was that each piece of work was done. */
  let done: number[];
  beforeEach(() => {
    done = [];
  });

  /** So many rounds, in the first of which somebody comes. */
  async function go(rounds: number, comingIn: number, beginsIn: readonly number[] = [0]): Promise<void> {
    await settled();
    let now = 0;
    for (; now < rounds; now++) {
      if (now < comingIn) noteNewcomer();
      for (const begins of beginsIn) if (begins === now) afterNewcomers(() => void done.push(now - begins));
      await nextRound();
    }
  }

  /** Nobody has come, and nobody waits. */
  async function settled(): Promise<void> {
    await new Promise<void>(afterNewcomers);
    await nextRound();
  }

  it('is done in the next one when nobody comes', async () => {
    await go(2, 0);
    expect(done).toEqual([0]);
  });

  it('waits for as long as each round brings a newcomer, but for sixteen at most', async () => {
    await go(10, 5);
    expect(done).toEqual([5]);
    done = [];
    await go(60, 60, [0, 20]);
    expect(done).toEqual([16, 16]);
  });

  it('is done in the same round, whoever put it off, each with what it goes on with at once', async () => {
    await settled();
    const order: string[] = [];
    noteNewcomer();
    for (const name of ['a', 'b']) {
      afterNewcomers(() => {
        order.push(name);
        void Promise.resolve().then(() => order.push(`${name} goes on`));
      });
    }
    await nextRound();
    expect(order).toEqual([]);
    await nextRound();
    expect(order).toEqual(['a', 'a goes on', 'b', 'b goes on']);
  });
});
