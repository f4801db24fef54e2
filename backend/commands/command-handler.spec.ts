import { describe, expect, it, vi } from 'vitest';
import { Conflict, Unavailable, WrongExpectedRevision } from '../../modules/kernel/errors.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { contextOf } from '../testing/context.ts';
import { aCount, type Counted, counted, counter } from '../testing/counters.ts';
import { by, opened, refuse } from '../testing/deciding/handler-under-test.ts';

describe('a command', () => {
  it('is decided on what has happened, and appends what happens', async () => {
    const { commands, store } = opened();
    await commands.execute(counter, 'a', contextOf('k1'), aCount, () => [counted('a', 2), counted('a', 3)]);
    const outcome = await commands.execute(counter, 'a', contextOf('k2'), aCount, (_, total) => [counted('a', total)]);
    expect(outcome).toEqual({ state: 10, events: [counted('a', 5)], position: 3n, repeated: false });
    expect(new Set((await store.readStream('counter-a')).map(({ meta }) => meta.command))).toEqual(new Set(['Count']));
    expect(await commands.load(counter, 'a')).toBe(10);
    const [, , third] = await store.readStream('counter-a');
    expect(third).toMatchObject({
      type: 'Counted',
      revision: 2n,
      meta: { schema: 7, time: '2026-01-02T03:04:05.000002Z', ...contextOf('k2') },
    });
  });

  it('that changes nothing answers with where the stream stands', async () => {
    const { commands } = opened();
    await commands.execute(counter, 'a', contextOf('k1'), aCount, by(1));
    const outcome = await commands.execute(counter, 'a', contextOf('k2'), aCount, () => []);
    expect(outcome).toEqual({ state: 1, events: [], position: 1n, repeated: false });
  });

  it('that is refused leaves nothing behind, and does no harm to those beside it', async () => {
    const { commands } = opened();
    const [one, refused, other] = await Promise.allSettled([
      commands.execute(counter, 'a', contextOf('k1'), aCount, by(1)),
      commands.execute(counter, 'a', contextOf('k2'), aCount, refuse),
      commands.execute(counter, 'a', contextOf('k3'), aCount, by(3)),
    ]);
    expect([one.status, refused.status, other.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(refused).toMatchObject({ reason: expect.any(Conflict) });
    expect(await commands.load(counter, 'a')).toBe(4);
  });

  it('whose second event cannot be, appends none of them', async () => {
    const { commands } = opened();
    const brittle = { ...counter, evolve: (total: number, { data }: Counted) => total + must(data.by) };
    const [broken, whole] = await Promise.allSettled([
      commands.execute(brittle, 'a', contextOf('k1'), aCount, () => [counted('a', 1), counted('a', -1)]),
      commands.execute(brittle, 'a', contextOf('k2'), aCount, by(5)),
    ]);
    expect([broken.status, whole.status]).toEqual(['rejected', 'fulfilled']);
    expect(await commands.load(counter, 'a')).toBe(5);
  });
});

describe('commands that wait for the same stream', () => {
  it('are appended together, each decided on those before it', async () => {
    const { commands, store } = opened();
    const append = vi.spyOn(store, 'append');
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        commands.execute(counter, 'a', contextOf(`k${n}`), aCount, (_, total) => [counted('a', total + 1 - total)]),
      ),
    );
    expect(outcomes.every(({ repeated }) => !repeated)).toBe(true);
    expect(await commands.load(counter, 'a')).toBe(500);
    expect(append.mock.calls.length).toBeLessThan(10);
  });

  it('are counted once, though somebody reads the stream before who appended hears of it', async () => {
    const { store, handlerOf } = opened();
    const commands = handlerOf({
      ...store,
      async append(...write) {
        const appended = await store.append(...write);
        await commands.load(counter, 'a');
        return appended;
      },
    });
    for (const n of [1, 2, 4]) await commands.execute(counter, 'a', contextOf(`k${n}`), aCount, by(n));
    expect(await commands.load(counter, 'a')).toBe(7);
  });

  it('are appended in pieces that the store takes well, but what one decides stays whole', async () => {
    const { store, handlerOf } = opened();
    const commands = handlerOf({ ...store, mostPerAppend: 10, append: (...write) => store.append(...write) });
    const append = vi.spyOn(store, 'append');
    const each = [3, 4, 3, 1, 12, 1, ...Array.from({ length: 30 }, () => 1)];
    const outcomes = await Promise.all(
      each.map((count, n) =>
        commands.execute(counter, 'a', contextOf(`k${n}`), aCount, () =>
          Array.from({ length: count }, () => counted('a', 1)),
        ),
      ),
    );
    expect(outcomes.map(({ events }) => events.length)).toEqual(each);
    expect(await commands.load(counter, 'a')).toBe(each.reduce((sum, count) => sum + count));
    const appended = append.mock.calls.map(([, , events]) => events.length);
    expect(appended.filter((count) => count > 10)).toEqual([12]);
    expect(appended.length).toBeLessThan(10);
  });

  it('do not wait for those of another stream', async () => {
    const { commands, store } = opened();
    const held = Promise.withResolvers<void>();
    const append = store.append;
    store.append = async (stream, ...rest) => {
      if (stream === 'counter-slow') await held.promise;
      return append(stream, ...rest);
    };
    const slow = commands.execute(counter, 'slow', contextOf('k1'), aCount, by(1));
    await commands.execute(counter, 'quick', contextOf('k1'), aCount, by(1));
    held.resolve();
    await slow;
  });
});

describe('a stream whose id was made for the command', () => {
  const isNew = { isNew: true };

  it('is not read before its first append', async () => {
    const { commands, store } = opened();
    const read = vi.spyOn(store, 'readStream');
    const first = await commands.execute(counter, 'a', contextOf('k1'), aCount, by(1), isNew);
    expect(first).toEqual({ state: 1, events: [counted('a', 1)], position: 1n, repeated: false });
    expect(await commands.execute(counter, 'a', contextOf('k2'), aCount, by(1))).toMatchObject({ state: 2 });
    expect(read).not.toHaveBeenCalled();
  });

  it('gives the recorded outcome when the command came before, at this handler or another', async () => {
    const { commands, other } = opened();
    const first = await commands.execute(counter, 'a', contextOf('k1'), aCount, by(1), isNew);
    for (const handler of [commands, other()]) {
      const again = await handler.execute(counter, 'a', contextOf('k1'), aCount, by(1), isNew);
      expect(again).toMatchObject({ events: first.events, position: first.position, repeated: true });
    }
    const otherPayload = contextOf('k1', { payload: 2 });
    await expect(other().execute(counter, 'a', otherPayload, aCount, by(1), isNew)).rejects.toThrow(Conflict);
    expect(await commands.load(counter, 'a')).toBe(1);
  });

  it('refuses nobody, and tells nobody that nothing is to be done, before it was read', async () => {
    const { commands, other } = opened();
    await commands.execute(counter, 'a', contextOf('k1'), aCount, by(1));
    const needsOne = (_: unknown, total: number) => (total < 1 ? refuse() : [counted('a', 1)]);
    const fromTwo = (_: unknown, total: number) => (total < 2 ? [] : [counted('a', 1)]);
    expect(await other().execute(counter, 'a', contextOf('k2'), aCount, needsOne, isNew)).toMatchObject({ state: 2 });
    expect(await other().execute(counter, 'a', contextOf('k3'), aCount, fromTwo, isNew)).toMatchObject({ state: 3 });
  });

  it('is read where others wait for it who do not know it for new', async () => {
    const { commands, other } = opened();
    await commands.execute(counter, 'a', contextOf('k1'), aCount, by(1));
    const handler = other();
    const [mistaken, usual] = await Promise.all([
      handler.execute(counter, 'a', contextOf('k2'), aCount, by(1), isNew),
      handler.execute(counter, 'a', contextOf('k3'), aCount, by(1)),
    ]);
    expect([mistaken.state, usual.state]).toEqual([2, 3]);
  });
});

describe('a state that is behind', () => {
  it('refuses nobody', async () => {
    const { commands, other } = opened();
    await commands.execute(counter, 'a', contextOf('k1'), aCount, by(1));
    await other().execute(counter, 'a', contextOf('k2'), aCount, by(1));
    const needsTwo = (_: unknown, total: number) => (total < 2 ? refuse() : [counted('a', 1)]);
    expect(await commands.execute(counter, 'a', contextOf('k3'), aCount, needsTwo)).toMatchObject({ state: 3 });
  });

  it('tells nobody that nothing is to be done', async () => {
    const { commands, other } = opened();
    await commands.execute(counter, 'a', contextOf('k1'), aCount, by(1));
    await other().execute(counter, 'a', contextOf('k2'), aCount, by(1));
    const fromTwo = (_: unknown, total: number) => (total < 2 ? [] : [counted('a', 1)]);
    expect(await commands.execute(counter, 'a', contextOf('k3'), aCount, fromTwo)).toMatchObject({ state: 3 });
  });

  it('accepts nobody who would be refused', async () => {
    const { commands, other } = opened();
    await commands.execute(counter, 'a', contextOf('k1'), aCount, by(1));
    await other().execute(counter, 'a', contextOf('k2'), aCount, by(1));
    const onlyOnce = (_: unknown, total: number) => (total > 1 ? refuse() : [counted('a', 1)]);
    await expect(commands.execute(counter, 'a', contextOf('k3'), aCount, onlyOnce)).rejects.toThrow(Conflict);
    expect(await commands.load(counter, 'a')).toBe(2);
  });
});

describe('a store that', () => {
  it('is always faster with others makes it a conflict, after a bounded number of tries', async () => {
    const { commands, store } = opened();
    const refuse = vi.fn(async (stream: string) => {
      throw new WrongExpectedRevision(stream, 'any');
    });
    vi.spyOn(store, 'append').mockImplementation((stream) => refuse(stream));
    vi.spyOn(store as Required<EventStore>, 'appendAll').mockImplementation(([append]) => refuse(append?.stream ?? ''));
    await expect(commands.execute(counter, 'a', contextOf('k1'), aCount, by(1))).rejects.toThrow(Conflict);
    expect(refuse.mock.calls.length).toBeLessThanOrEqual(10);
  });

  it('is away says so, and is asked again with the next command', async () => {
    const { commands, store } = opened();
    await commands.execute(counter, 'a', contextOf('k1'), aCount, by(1));
    vi.spyOn(store, 'append').mockRejectedValueOnce(new Unavailable('away'));
    await expect(commands.execute(counter, 'a', contextOf('k2'), aCount, by(10))).rejects.toThrow(Unavailable);
    expect(await commands.execute(counter, 'a', contextOf('k3'), aCount, by(100))).toMatchObject({ state: 101 });
  });

  it('went away after it had appended has the command once when it is sent again', async () => {
    const { commands, store } = opened();
    const append = store.append;
    vi.spyOn(store, 'append').mockImplementationOnce(async (...parameters) => {
      await append(...parameters);
      throw new Unavailable('away');
    });
    await expect(commands.execute(counter, 'a', contextOf('k1'), aCount, by(1))).rejects.toThrow(Unavailable);
    expect(await commands.execute(counter, 'a', contextOf('k2'), aCount, by(10))).toMatchObject({ state: 11 });
    expect(await commands.execute(counter, 'a', contextOf('k1'), aCount, by(1))).toMatchObject({
      repeated: true,
      position: 1n,
    });
    expect(await commands.load(counter, 'a')).toBe(11);
  });
});

describe('what is kept in memory', () => {
  it('is no more streams than the capacity, and those that were used last', async () => {
    const { store, handlerOf } = opened();
    const commands = handlerOf(store, 2);
    const read = vi.spyOn(store, 'readStream');
    const readOf = (name: string) => read.mock.calls.filter(([stream]) => stream === `counter-${name}`).length;
    for (const [n, name] of ['busy', 'b', 'busy', 'c', 'busy', 'd', 'busy'].entries()) {
      await commands.execute(counter, name, contextOf(`k${n}`), aCount, by(1));
    }
    expect(readOf('busy')).toBe(1);
    await commands.execute(counter, 'b', contextOf('again'), aCount, by(1));
    expect(readOf('b')).toBe(2);
    expect(await commands.load(counter, 'busy')).toBe(4);
  });
});

function must(positive: number): number {
  if (positive < 0) throw new RangeError('Less than nothing.');
  return positive;
}
