import { describe, expect, it, vi } from 'vitest';
import { executePair } from '../../modules/kernel/commands/command-pair.ts';
import type { Commands, Outcome, Step } from '../../modules/kernel/commands.ts';
import { Conflict, Unavailable } from '../../modules/kernel/errors.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { contextOf } from '../testing/context.ts';
import { aCount, type Counted, counted, counter } from '../testing/counters.ts';
import { by, opened, refuse } from '../testing/deciding/handler-under-test.ts';

const takenFrom = 'shelf';

/** Counts on a counter: on one that is new, or not at all. */
const begin = (id: string, decide: (total: number) => Counted[] = () => [counted(id, 1)]): Step<number, Counted> => ({
  aggregate: counter,
  id,
  command: { type: 'Begin' },
  decide: (total) => (total === 0 ? decide(total) : refuse()),
});

/** Counts on the shelf, as far as there is room, and begins what it is for, with how much there was then. */
function take(commands: Commands, key: string, but: { most?: number; id?: string; payload?: unknown } = {}) {
  const { most = 1_000, id = `of-${key}`, payload } = but;
  const decide = (total: number) => (total < most ? [counted(takenFrom, 1)] : refuse());
  const first = { aggregate: counter, id: takenFrom, command: aCount, decide };
  return executePair(commands, contextOf(key, { payload }), first, ({ state }) =>
    begin(id, () => [counted(id, state)]),
  );
}

describe('a command and what follows from it', () => {
  it('are in one commit, and each says where its own events stand', async () => {
    const { commands, store } = opened();
    await commands.execute(counter, takenFrom, contextOf('k0'), aCount, by(5));
    const append = vi.spyOn(store, 'append');
    const read = vi.spyOn(store, 'readStream');
    const outcome = await take(commands, 'k1');
    expect(outcome).toEqual({ state: 6, events: [counted('of-k1', 6)], position: 3n, repeated: false });
    expect(append).not.toHaveBeenCalled();
    expect(read).not.toHaveBeenCalled();
    const [event] = await store.readStream('counter-of-k1');
    expect(event?.meta).toMatchObject({ ...contextOf('k1'), command: 'Begin' });
    expect(await commands.load(counter, 'of-k1')).toBe(6);
    expect(await commands.load(counter, takenFrom)).toBe(6);
  });

  it('are neither there when one of them cannot be written', async () => {
    const { commands, store } = opened();
    await commands.execute(counter, takenFrom, contextOf('k0'), aCount, by(1));
    const head = await store.head();
    const refusal = executePair(
      commands,
      contextOf('k1'),
      { aggregate: counter, id: takenFrom, command: aCount, decide: () => [counted(takenFrom, 1)] },
      () => begin('new', refuse),
    );
    await expect(refusal).rejects.toThrow(Conflict);
    expect(await store.head()).toBe(head);
    expect(await take(commands, 'k2')).toMatchObject({ state: 2 });
  });

  it('are also in one commit on a stream that was deleted, and goes on', async () => {
    const { commands, store, handlerOf } = opened();
    await take(commands, 'k1');
    await store.deleteStream(`counter-${takenFrom}`);
    const later = handlerOf(store);
    const [one, other] = await Promise.all([take(later, 'k2'), take(later, 'k3')]);
    expect([one.state, other.state]).toEqual([1, 2]);
    expect((await store.readStream(`counter-${takenFrom}`)).map(({ revision }) => revision)).toEqual([1n, 2n]);
  });

  it('are decided together with others of the same stream, committed together, and no more than there is room', async () => {
    const { commands, store } = opened();
    await commands.execute(counter, takenFrom, contextOf('k0'), aCount, by(1));
    const appendAll = vi.spyOn(store as Required<EventStore>, 'appendAll');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 300 }, (_, n) => take(commands, `k${n + 1}`, { most: 251 })),
    );
    const done = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value);
    expect(done.map(({ state }) => state)).toEqual(Array.from({ length: 250 }, (_, n) => n + 2));
    expect(new Set(done.map(({ position }) => position)).size).toBe(250);
    expect(await commands.load(counter, takenFrom)).toBe(251);
    expect(appendAll.mock.calls.length).toBeLessThan(10);
    for (const [n, { position }] of done.entries()) {
      expect((await store.readStream(`counter-of-k${n + 1}`)).map((event) => event.position)).toEqual([position]);
    }
  });

  it('do not push out of the memory what many of them are of', async () => {
    const { store, handlerOf } = opened();
    const commands = handlerOf(store, 2);
    await commands.execute(counter, takenFrom, contextOf('k0'), aCount, by(1));
    await commands.execute(counter, 'other', contextOf('k0'), aCount, by(1));
    const read = vi.spyOn(store, 'readStream');
    for (let n = 1; n <= 20; n++) await take(commands, `k${n}`);
    await commands.execute(counter, 'other', contextOf('k1'), aCount, by(1));
    expect(read).not.toHaveBeenCalled();
  });

  it('stand beside each other in the log', async () => {
    const { commands, store } = opened();
    await commands.execute(counter, takenFrom, contextOf('k0'), aCount, by(1));
    await Promise.all(['k1', 'k2', 'k3'].map((key) => take(commands, key)));
    const { events } = await store.readAll({ after: 1n, limit: 10 });
    const shelf = `counter-${takenFrom}`;
    const pairs = ['k1', 'k2', 'k3'].flatMap((key) => [shelf, `counter-of-${key}`]);
    expect(events.map(({ stream }) => stream)).toEqual(pairs);
    expect(events.map(({ meta }) => meta.time)).toEqual(events.map(({ meta }) => meta.time).toSorted());
  });
});

describe('the same two again', () => {
  it('are what they came to the first time: later, beside it, and at another handler', async () => {
    const { commands, other, store } = opened();
    const elsewhere = other();
    const outcomes = await Promise.all([commands, elsewhere, commands].map((handler) => take(handler, 'k1')));
    for (const handler of [commands, elsewhere, other()]) outcomes.push(await take(handler, 'k1'));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ events: [counted('of-k1', 1)], state: 1 });
    expect(new Set(outcomes.map(({ position }) => position)).size).toBe(1);
    expect(outcomes.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await store.readStream(`counter-${takenFrom}`)).toHaveLength(1);
  });

  it('are a conflict with another payload', async () => {
    const { commands, other } = opened();
    await take(commands, 'k1');
    for (const handler of [commands, other()]) {
      await expect(take(handler, 'k1', { payload: 'another' })).rejects.toThrow(Conflict);
    }
    expect(await commands.load(counter, takenFrom)).toBe(1);
  });

  it('complete what broke off between the two, in a log of before', async () => {
    const { commands, other } = opened();
    await commands.execute(counter, takenFrom, contextOf('k1'), aCount, by(1));
    for (const handler of [commands, other()]) {
      expect(await take(handler, 'k1')).toMatchObject({ state: 1, events: [counted('of-k1', 1)] });
    }
  });

  it('come after each other where the second is there already, and are refused there', async () => {
    const { commands, other, store } = opened();
    await commands.execute(counter, 'taken', contextOf('k0'), aCount, by(1));
    for (const [n, handler] of [commands, other()].entries()) {
      const all = await Promise.allSettled([
        take(handler, `${n} beside`),
        ...[1, 2, 3].map((each) => take(handler, `${n} ${each}`, { id: 'taken' })),
        take(handler, `${n} behind`),
      ]);
      expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled']);
    }
    // As where the store commits to one stream at a time: who asked gives back what they took.
    expect(await commands.load(counter, takenFrom)).toBe(10);
    expect(await store.readStream('counter-taken')).toHaveLength(1);
  });
});

describe('handlers that race', () => {
  it('decide again, and take no more than there is, each with what follows', async () => {
    const { commands, other, store } = opened();
    const handlers = [commands, other(), other()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 120 }, (_, n) => take(handlers[n % 3] ?? commands, `k${n}`, { most: 50 })),
    );
    const done = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Conflict);
    }
    const taken = await store.readStream(`counter-${takenFrom}`);
    expect(taken).toHaveLength(done.length);
    expect(done.map(({ state }) => state).toSorted((a, b) => a - b)).toEqual(taken.map((_, n) => n + 1));
    const { events } = await store.readAll({ after: 0n, limit: 1_000 });
    expect(events).toHaveLength(2 * done.length);
  });
});

describe('a store that', () => {
  it('went away after it had appended has both once when they are sent again', async () => {
    const { commands, store } = opened();
    const { appendAll } = store;
    vi.spyOn(store as Required<EventStore>, 'appendAll').mockImplementationOnce(async (appends) => {
      await appendAll?.(appends);
      throw new Unavailable('away');
    });
    await expect(take(commands, 'k1')).rejects.toThrow(Unavailable);
    const outcome: Outcome<number, Counted> = await take(commands, 'k1');
    expect(outcome).toMatchObject({ repeated: true, events: [counted('of-k1', 1)] });
    expect(await commands.load(counter, takenFrom)).toBe(1);
  });

  it('commits to one stream at a time has the one and then the other', async () => {
    const { handlerOf, store } = opened();
    const { appendAll: _, ...one } = store;
    const commands = handlerOf(one);
    const outcomes = await Promise.all(['k1', 'k2', 'k1'].map((key) => take(commands, key)));
    expect(outcomes.map(({ state }) => state)).toEqual([1, 2, 1]);
    expect(await store.readStream(`counter-${takenFrom}`)).toHaveLength(2);
  });

  it('pushes nothing out of the memory by what follows there either, which is read when somebody comes back to it', async () => {
    const { handlerOf, store } = opened();
    const { appendAll: _, ...one } = store;
    const commands = handlerOf(one, 2);
    await commands.execute(counter, takenFrom, contextOf('k0'), aCount, by(1));
    await commands.execute(counter, 'other', contextOf('k0'), aCount, by(1));
    const read = vi.spyOn(one, 'readStream');
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, n) => take(commands, `k${n + 1}`)));
    expect(outcomes.map(({ state }) => state)).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
    await commands.execute(counter, 'other', contextOf('k1'), aCount, by(1));
    expect(read).not.toHaveBeenCalled();
    await commands.execute(counter, 'of-k7', contextOf('k2'), aCount, by(2));
    expect(await commands.load(counter, 'of-k7')).toBe(8 + 2);
  });
});
