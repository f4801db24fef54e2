import { describe, expect, it } from 'vitest';
import { Conflict, KeyUsedBefore } from '../../modules/kernel/errors.ts';
import { contextOf } from '../testing/context.ts';
import { aCount, counted, counter } from '../testing/counters.ts';
import { by, opened, refuse } from '../testing/deciding/handler-under-test.ts';

describe('the same command again', () => {
  it('gives what it came to the first time, and appends nothing', async () => {
    const { commands, store } = opened();
    const first = await commands.execute(counter, 'a', contextOf('k1'), aCount, by(1, 2));
    await commands.execute(counter, 'a', contextOf('k2'), aCount, by(10));
    const again = await commands.execute(counter, 'a', contextOf('k1'), aCount, refuse);
    expect(again).toMatchObject({ state: 13, position: first.position, repeated: true });
    expect(again.events).toMatchObject(first.events);
    expect(await store.readStream('counter-a')).toHaveLength(3);
  });

  it('is known at another handler, also one that has just started', async () => {
    const { commands, other } = opened();
    await commands.execute(counter, 'a', contextOf('k1'), aCount, by(1));
    const again = await other().execute(counter, 'a', contextOf('k1'), aCount, refuse);
    expect(again).toMatchObject({ repeated: true, position: 1n, events: [counted('a', 1)] });
  });

  it('is one command when it is sent many times at once', async () => {
    const { commands, other } = opened();
    const handlers = [commands, other()];
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, n) => handlers[n % 2]?.execute(counter, 'a', contextOf('k1'), aCount, by(1))),
    );
    expect(await commands.load(counter, 'a')).toBe(1);
    expect(outcomes.filter((outcome) => outcome?.repeated === false)).toHaveLength(1);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ position: 1n, events: [counted('a', 1)] });
  });

  it('is a conflict with another payload: later, at once, and at another handler', async () => {
    const { commands, other } = opened();
    const [first, beside] = await Promise.allSettled([
      commands.execute(counter, 'a', contextOf('k1', { payload: 1 }), aCount, by(1)),
      commands.execute(counter, 'a', contextOf('k1', { payload: 2 }), aCount, by(2)),
    ]);
    expect([first.status, beside.status]).toEqual(['fulfilled', 'rejected']);
    for (const handler of [commands, other()]) {
      const later = handler.execute(counter, 'a', contextOf('k1', { payload: 3 }), aCount, by(3));
      await expect(later).rejects.toThrow(Conflict);
    }
    expect(await commands.load(counter, 'a')).toBe(1);
  });

  it('is a conflict with another payload also where both wait for the stream, and are decided together', async () => {
    const { commands } = opened();
    const [, first, same, other] = await Promise.allSettled([
      commands.execute(counter, 'a', contextOf('k0'), aCount, by(10)),
      commands.execute(counter, 'a', contextOf('k1', { payload: 1 }), aCount, by(1)),
      commands.execute(counter, 'a', contextOf('k1', { payload: 1 }), aCount, by(1)),
      commands.execute(counter, 'a', contextOf('k1', { payload: 2 }), aCount, by(2)),
    ]);
    expect(first).toMatchObject({ value: { repeated: false, position: 2n } });
    expect(same).toMatchObject({ value: { repeated: true, position: 2n } });
    expect(other).toMatchObject({ reason: expect.any(KeyUsedBefore) });
    expect(await commands.load(counter, 'a')).toBe(11);
  });

  it('is decided once when two handlers get it at the same moment, whatever each would have decided', async () => {
    for (let run = 1; run <= 5; run++) {
      const { commands, other } = opened();
      const handlers = [commands, other()];
      const [one, two] = await Promise.all(
        handlers.map((handler, n) => handler.execute(counter, 'a', contextOf('k1'), aCount, by(n + 1))),
      );
      expect(one?.events[0]?.data).toEqual(two?.events[0]?.data);
      expect([one?.repeated, two?.repeated].toSorted()).toEqual([false, true]);
      for (const handler of [...handlers, other()]) expect(await handler.load(counter, 'a')).toBe(one?.state);
    }
  });

  it('is a conflict with another payload also when two handlers get both at the same moment', async () => {
    for (let run = 1; run <= 5; run++) {
      const { commands, other } = opened();
      const outcomes = await Promise.allSettled(
        [commands, other()].map((handler, n) =>
          handler.execute(counter, 'a', contextOf('k1', { payload: n }), aCount, by(n + 1)),
        ),
      );
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });

  it('is another command on another stream', async () => {
    const { commands } = opened();
    await commands.execute(counter, 'a', contextOf('k1'), aCount, by(1));
    expect(await commands.execute(counter, 'b', contextOf('k1'), aCount, by(1))).toMatchObject({ repeated: false });
  });
});
