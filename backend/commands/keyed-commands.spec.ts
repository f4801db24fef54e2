import { describe, expect, it, vi } from 'vitest';
import { KeyUsedBefore, TooMany } from '../../modules/kernel/errors.ts';
import { contextOf, keyedContextOf as keyed } from '../testing/context.ts';
import { aCount, counted, counter } from '../testing/counters.ts';
import { by, opened, refuse } from '../testing/deciding/handler-under-test.ts';

const none = () => [];

describe('a command with a key that changes nothing', () => {
  it('is known again, whatever has changed in between, at any handler', async () => {
    const { commands, other, store } = opened();
    await commands.execute(counter, 'a', contextOf('k0'), aCount, by(1));
    const first = await commands.execute(counter, 'a', keyed('k1'), aCount, none);
    expect(first).toEqual({ state: 1, events: [], position: 2n, repeated: false });
    await commands.execute(counter, 'a', keyed('k2'), aCount, by(10));
    for (const handler of [commands, other()]) {
      const again = await handler.execute(counter, 'a', keyed('k1'), aCount, by(100));
      expect(again).toEqual({ state: 11, events: [], position: 2n, repeated: true, recordedAt: expect.any(Date) });
    }
    const events = await store.readStream('counter-a');
    expect(events.map(({ type }) => type)).toEqual(['Counted', 'NothingChanged', 'Counted']);
    expect(events[1]).toMatchObject({ data: {}, meta: { command: 'Count', ...contextOf('k1') } });
    expect(Object.keys(events[1]?.meta ?? {})).not.toContain('keyedAs');
  });

  it('is refused with another payload: later, at once, and at another handler', async () => {
    const { commands, other } = opened();
    const beside = [1, 2].map((payload) =>
      commands.execute(counter, 'a', keyed('k1', { payload }), aCount, payload === 1 ? none : by(1)),
    );
    expect((await Promise.allSettled(beside)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    for (const handler of [commands, other()]) {
      const later = handler.execute(counter, 'a', keyed('k1', { payload: 3 }), aCount, by(3));
      await expect(later).rejects.toThrow(KeyUsedBefore);
    }
    expect(await commands.load(counter, 'a')).toBe(0);
  });

  it('begins a stream that was not there, which is then what it was', async () => {
    const { commands, other, store } = opened();
    expect(await commands.execute(counter, 'a', keyed('k1'), aCount, none, { isNew: true })).toMatchObject({
      state: 0,
    });
    expect(await store.readStream('counter-a')).toHaveLength(1);
    const next = await other().execute(counter, 'a', keyed('k2'), aCount, by(1), { isNew: true });
    expect(next).toMatchObject({ state: 1, position: 2n, repeated: false });
  });

  it('is decided on what has happened, also where this handler has not heard of it', async () => {
    const { commands, other } = opened();
    const unless = (most: number) => (_: unknown, total: number) => (total >= most ? [] : [counted('a')]);
    await commands.execute(counter, 'a', contextOf('k0'), aCount, by(5));
    await other().execute(counter, 'a', contextOf('k1'), aCount, by(-5));
    const outcome = await commands.execute(counter, 'a', keyed('k2'), aCount, unless(5));
    expect(outcome).toMatchObject({ state: 1, events: [counted('a')], repeated: false });
  });

  it('is one command when many handlers get it at the same moment, whatever each would have decided', async () => {
    for (let run = 1; run <= 5; run++) {
      const { commands, other, store } = opened();
      const handlers = [commands, other()];
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          handlers[n % 2]?.execute(counter, 'a', keyed('k1'), aCount, n % 2 === 0 ? none : by(1)),
        ),
      );
      expect(await store.readStream('counter-a')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome?.repeated === false)).toHaveLength(1);
      expect(new Set(outcomes.map((outcome) => outcome?.events.length)).size).toBe(1);
    }
  });

  it('stands among others of one append, each answered with where its own event is', async () => {
    const { commands, store } = opened();
    const append = vi.spyOn(store, 'append');
    const outcomes = await Promise.all([
      commands.execute(counter, 'a', keyed('k1'), aCount, by(1)),
      commands.execute(counter, 'a', keyed('k2'), aCount, none),
      commands.execute(counter, 'a', keyed('k2'), aCount, by(9)),
      commands.execute(counter, 'a', keyed('k3'), aCount, by(1, 1)),
    ]);
    expect(outcomes.map(({ state, position, repeated }) => [state, position, repeated])).toEqual([
      [1, 1n, false],
      [1, 2n, false],
      [1, 2n, true],
      [3, 4n, false],
    ]);
    expect(append.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('is taken of one person 500 times a day, exactly, at whichever handler; a repeat of one and what changes something are taken on', async () => {
    const { commands, store, at } = opened();
    const ask = (key: string, handler = commands, decide: typeof none | ReturnType<typeof by> = none) =>
      handler.execute(counter, 'a', keyed(key), aCount, decide);
    const asked = await Promise.allSettled(Array.from({ length: 600 }, (_, n) => ask(`k${n}`)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(500);
    const otherwhere = at('2026-01-02T23:59:30.000Z');
    for (const handler of [commands, otherwhere]) await expect(ask('k501', handler)).rejects.toThrow(TooMany);
    await expect(ask('k501', otherwhere)).rejects.toMatchObject({ retryAfter: 31 });
    expect(await store.readStream('counter-a', { limit: 1_000 })).toHaveLength(500);
    expect(await ask('k1', otherwhere, by(100))).toMatchObject({ state: 0, events: [], repeated: true });
    expect(await ask('something', otherwhere, by(1))).toMatchObject({ state: 1, repeated: false });
    for (const role of ['admin', 'system'] as const) {
      const context = keyed(role, { actor: { uid: role, role } });
      expect(await otherwhere.execute(counter, 'a', context, aCount, none)).toMatchObject({ repeated: false });
    }
    await ask('tomorrow', at('2026-01-03T00:00:00.000Z'));
  });

  it('lets nothing follow from it, and what comes after it is carried out by itself', async () => {
    const { commands, store } = opened();
    const step = (id: string, decide: () => ReturnType<typeof counted>[]) => ({
      ...{ aggregate: counter, id, command: aCount },
      decide,
    });
    const { outcome, followed } = (await commands.executeWith?.(keyed('k1'), step('a', none), () =>
      step('b', by(1)),
    )) ?? { outcome: undefined };
    expect([outcome, followed]).toMatchObject([{ events: [], position: 1n, repeated: false }, undefined]);
    expect(await store.readStream('counter-b')).toEqual([]);
  });
});

describe('nothing is kept of a command that changes nothing', () => {
  it.each([
    ['without a key', contextOf('k1')],
    ['that is a step of one with a key', { ...keyed('k1'), commandId: 'made of it' }],
  ])('%s', async (_, context) => {
    const { commands, store } = opened();
    await commands.execute(counter, 'a', context, aCount, none);
    expect(await store.readStream('counter-a')).toEqual([]);
    expect(await commands.execute(counter, 'a', context, aCount, by(1))).toMatchObject({ state: 1, repeated: false });
  });
});

describe('what a command came to before', () => {
  it('is told with the state and the time of then, and of one that never came nothing', async () => {
    const { commands, other, store } = opened();
    await commands.execute(counter, 'a', keyed('k1'), aCount, by(1, 2));
    await commands.execute(counter, 'a', keyed('k2'), aCount, none);
    await commands.execute(counter, 'a', keyed('k3'), aCount, by(10));
    const [, last] = await store.readStream('counter-a');
    const recordedAt = new Date(last?.meta.time ?? '');
    for (const handler of [commands, other()]) {
      expect(await handler.recall(counter, 'a', keyed('k1'))).toMatchObject({
        ...{ state: 3, position: 2n, repeated: true, recordedAt },
        events: [counted('a', 1), counted('a', 2)],
      });
      expect(await handler.recall(counter, 'a', keyed('k2'))).toMatchObject({ state: 3, events: [], position: 3n });
      expect(await handler.recall(counter, 'a', keyed('k4'))).toBeUndefined();
      expect(await handler.recall(counter, 'b', keyed('k1'))).toBeUndefined();
      await expect(handler.recall(counter, 'a', keyed('k2', { payload: 2 }))).rejects.toThrow(KeyUsedBefore);
    }
    const anew = await commands.execute(counter, 'a', keyed('k1'), aCount, refuse);
    expect(anew).toMatchObject({ repeated: true, state: 13, recordedAt });
  });

  it('is told with the state of then, for which nobody reads thousands that changed nothing', async () => {
    const { commands, other, store } = opened();
    const read = vi.spyOn(store, 'readStream');
    const calls: (readonly [key: string, counts: number])[] = [];
    for (const [round, idle] of [120, 30, 300].entries()) {
      calls.push([`round ${round}`, 10 ** round]);
      for (let n = 0; n < idle; n++) calls.push([`round ${round}, ${n}`, 0]);
    }
    await Promise.all(
      calls.map(([key, counts]) => commands.execute(counter, 'a', keyed(key), aCount, counts > 0 ? by(counts) : none)),
    );
    const whole = await store.readStream('counter-a');
    expect(whole).toHaveLength(453);
    let state = 0;
    for (const [place, [key, counts]] of calls.entries()) {
      state += counts;
      if (counts === 0 && place % 7 > 0) continue;
      read.mockClear();
      expect(await commands.recall(counter, 'a', keyed(key))).toMatchObject({
        state,
        position: whole[place]?.position,
      });
      const events = await Promise.all(read.mock.results.map(({ value }) => value as Promise<readonly unknown[]>));
      expect(events.flat().length).toBeLessThan(50);
    }
    expect(await other().recall(counter, 'a', keyed('round 2'))).toMatchObject({ state: 111 });
  });
});
