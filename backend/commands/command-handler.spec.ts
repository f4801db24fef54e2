import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Conflict, Unavailable, WrongExpectedRevision } from '../../modules/kernel/errors.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { contextOf } from '../testing/context.ts';
import { type Counted, counted, counter } from '../testing/counters.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { CommandHandler } from './command-handler.ts';

const now = () => new Date('2026-01-02T03:04:05.000Z');

describe('a command', () => {
  it('is decided on what has happened, and appends what happens', async () => {
    const { commands, store } = opened();
    await commands.execute(counter, 'a', contextOf('k1'), () => [counted('a', 2), counted('a', 3)]);
    const outcome = await commands.execute(counter, 'a', contextOf('k2'), (total) => [counted('a', total)]);
    expect(outcome).toEqual({ state: 10, events: [counted('a', 5)], position: 3n, repeated: false });
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
    await commands.execute(counter, 'a', contextOf('k1'), by(1));
    const outcome = await commands.execute(counter, 'a', contextOf('k2'), () => []);
    expect(outcome).toEqual({ state: 1, events: [], position: 1n, repeated: false });
  });

  it('that is refused leaves nothing behind, and does no harm to those beside it', async () => {
    const { commands } = opened();
    const [one, refused, other] = await Promise.allSettled([
      commands.execute(counter, 'a', contextOf('k1'), by(1)),
      commands.execute(counter, 'a', contextOf('k2'), refuse),
      commands.execute(counter, 'a', contextOf('k3'), by(3)),
    ]);
    expect([one.status, refused.status, other.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(refused).toMatchObject({ reason: expect.any(Conflict) });
    expect(await commands.load(counter, 'a')).toBe(4);
  });

  it('whose second event cannot be, appends none of them', async () => {
    const { commands } = opened();
    const brittle = { ...counter, evolve: (total: number, { data }: Counted) => total + must(data.by) };
    const [broken, whole] = await Promise.allSettled([
      commands.execute(brittle, 'a', contextOf('k1'), () => [counted('a', 1), counted('a', -1)]),
      commands.execute(brittle, 'a', contextOf('k2'), by(5)),
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
        commands.execute(counter, 'a', contextOf(`k${n}`), (total) => [counted('a', total + 1 - total)]),
      ),
    );
    expect(outcomes.every(({ repeated }) => !repeated)).toBe(true);
    expect(await commands.load(counter, 'a')).toBe(500);
    expect(append.mock.calls.length).toBeLessThan(10);
  });

  it('do not wait for those of another stream', async () => {
    const { commands, store } = opened();
    const held = Promise.withResolvers<void>();
    const append = store.append;
    store.append = async (stream, ...rest) => {
      if (stream === 'counter-slow') await held.promise;
      return append(stream, ...rest);
    };
    const slow = commands.execute(counter, 'slow', contextOf('k1'), by(1));
    await commands.execute(counter, 'quick', contextOf('k1'), by(1));
    held.resolve();
    await slow;
  });
});

describe('the same command again', () => {
  it('gives what it came to the first time, and appends nothing', async () => {
    const { commands, store } = opened();
    const first = await commands.execute(counter, 'a', contextOf('k1'), by(1, 2));
    await commands.execute(counter, 'a', contextOf('k2'), by(10));
    const again = await commands.execute(counter, 'a', contextOf('k1'), refuse);
    expect(again).toMatchObject({ state: 13, position: first.position, repeated: true });
    expect(again.events).toMatchObject(first.events);
    expect(await store.readStream('counter-a')).toHaveLength(3);
  });

  it('is known at another handler, also one that has just started', async () => {
    const { commands, other } = opened();
    await commands.execute(counter, 'a', contextOf('k1'), by(1));
    const again = await other().execute(counter, 'a', contextOf('k1'), refuse);
    expect(again).toMatchObject({ repeated: true, position: 1n, events: [counted('a', 1)] });
  });

  it('is one command when it is sent many times at once', async () => {
    const { commands, other } = opened();
    const handlers = [commands, other()];
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, n) => handlers[n % 2]?.execute(counter, 'a', contextOf('k1'), by(1))),
    );
    expect(await commands.load(counter, 'a')).toBe(1);
    expect(outcomes.filter((outcome) => outcome?.repeated === false)).toHaveLength(1);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ position: 1n, events: [counted('a', 1)] });
  });

  it('is a conflict with another payload: later, at once, and at another handler', async () => {
    const { commands, other } = opened();
    const [first, beside] = await Promise.allSettled([
      commands.execute(counter, 'a', contextOf('k1', { payload: 1 }), by(1)),
      commands.execute(counter, 'a', contextOf('k1', { payload: 2 }), by(2)),
    ]);
    expect([first.status, beside.status]).toEqual(['fulfilled', 'rejected']);
    for (const handler of [commands, other()]) {
      const later = handler.execute(counter, 'a', contextOf('k1', { payload: 3 }), by(3));
      await expect(later).rejects.toThrow(Conflict);
    }
    expect(await commands.load(counter, 'a')).toBe(1);
  });

  it('is decided once when two handlers get it at the same moment, whatever each would have decided', async () => {
    for (let run = 1; run <= 5; run++) {
      const { commands, other } = opened();
      const handlers = [commands, other()];
      const [one, two] = await Promise.all(
        handlers.map((handler, n) => handler.execute(counter, 'a', contextOf('k1'), by(n + 1))),
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
          handler.execute(counter, 'a', contextOf('k1', { payload: n }), by(n + 1)),
        ),
      );
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });

  it('is another command on another stream', async () => {
    const { commands } = opened();
    await commands.execute(counter, 'a', contextOf('k1'), by(1));
    expect(await commands.execute(counter, 'b', contextOf('k1'), by(1))).toMatchObject({ repeated: false });
  });
});

describe('a state that is behind', () => {
  it('refuses nobody', async () => {
    const { commands, other } = opened();
    await commands.execute(counter, 'a', contextOf('k1'), by(1));
    await other().execute(counter, 'a', contextOf('k2'), by(1));
    const needsTwo = (total: number) => (total < 2 ? refuse() : [counted('a', 1)]);
    expect(await commands.execute(counter, 'a', contextOf('k3'), needsTwo)).toMatchObject({ state: 3 });
  });

  it('tells nobody that nothing is to be done', async () => {
    const { commands, other } = opened();
    await commands.execute(counter, 'a', contextOf('k1'), by(1));
    await other().execute(counter, 'a', contextOf('k2'), by(1));
    const fromTwo = (total: number) => (total < 2 ? [] : [counted('a', 1)]);
    expect(await commands.execute(counter, 'a', contextOf('k3'), fromTwo)).toMatchObject({ state: 3 });
  });

  it('accepts nobody who would be refused', async () => {
    const { commands, other } = opened();
    await commands.execute(counter, 'a', contextOf('k1'), by(1));
    await other().execute(counter, 'a', contextOf('k2'), by(1));
    const onlyOnce = (total: number) => (total > 1 ? refuse() : [counted('a', 1)]);
    await expect(commands.execute(counter, 'a', contextOf('k3'), onlyOnce)).rejects.toThrow(Conflict);
    expect(await commands.load(counter, 'a')).toBe(2);
  });
});

describe('a store that', () => {
  it('is always faster with others makes it a conflict, after a bounded number of tries', async () => {
    const { commands, store } = opened();
    const append = vi.spyOn(store, 'append').mockImplementation(async (stream, expected) => {
      throw new WrongExpectedRevision(stream, String(expected));
    });
    await expect(commands.execute(counter, 'a', contextOf('k1'), by(1))).rejects.toThrow(Conflict);
    expect(append.mock.calls.length).toBeLessThanOrEqual(10);
  });

  it('is away says so, and is asked again with the next command', async () => {
    const { commands, store } = opened();
    await commands.execute(counter, 'a', contextOf('k1'), by(1));
    vi.spyOn(store, 'append').mockRejectedValueOnce(new Unavailable('away'));
    await expect(commands.execute(counter, 'a', contextOf('k2'), by(10))).rejects.toThrow(Unavailable);
    expect(await commands.execute(counter, 'a', contextOf('k3'), by(100))).toMatchObject({ state: 101 });
  });

  it('went away after it had appended has the command once when it is sent again', async () => {
    const { commands, store } = opened();
    const append = store.append;
    vi.spyOn(store, 'append').mockImplementationOnce(async (...parameters) => {
      await append(...parameters);
      throw new Unavailable('away');
    });
    await expect(commands.execute(counter, 'a', contextOf('k1'), by(1))).rejects.toThrow(Unavailable);
    expect(await commands.execute(counter, 'a', contextOf('k2'), by(10))).toMatchObject({ state: 11 });
    expect(await commands.execute(counter, 'a', contextOf('k1'), by(1))).toMatchObject({
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
      await commands.execute(counter, name, contextOf(`k${n}`), by(1));
    }
    expect(readOf('busy')).toBe(1);
    await commands.execute(counter, 'b', contextOf('again'), by(1));
    expect(readOf('b')).toBe(2);
    expect(await commands.load(counter, 'busy')).toBe(4);
  });
});

const by =
  (...all: number[]) =>
  () =>
    all.map((each) => counted('a', each));

function refuse(): Counted[] {
  throw new Conflict('It must not be.');
}

function must(positive: number): number {
  if (positive < 0) throw new RangeError('Less than nothing.');
  return positive;
}

function opened() {
  const file = join(temporaryFolder(), 'events.db');
  const open = () => {
    const store = openSqliteEventStore({ file });
    onTestFinished(() => store.close());
    return store;
  };
  const handlerOf = (store: EventStore, capacity?: number) =>
    new CommandHandler({ store, now, schemaOf: () => 7, capacity });
  const store = open();
  /** A handler on the same log, as another process would have it. */
  const other = () => handlerOf(open());
  return { store, commands: handlerOf(store), other, handlerOf };
}
