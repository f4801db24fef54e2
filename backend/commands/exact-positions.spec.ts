import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Unavailable } from '../../modules/kernel/errors.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { openEventStoreDB } from '../event-store/eventstoredb.ts';
import { contextOf } from '../testing/context.ts';
import { aCount, counted, counter } from '../testing/counters.ts';
import { by, opened, refuse } from '../testing/deciding/handler-under-test.ts';
import { startEventStoreUnderTest } from '../testing/logs/event-store-under-test.ts';

const { address, stop } = await startEventStoreUnderTest();
afterAll(stop);
const patience = { inAll: 30_000, each: 10_000 };

const stores: readonly [string, () => EventStore][] = [
  ['SQLite', () => opened().store],
  [
    'EventStoreDB, which tells only the last of an append',
    () => {
      const prefix = `positions-${crypto.randomUUID()}-`;
      const store = openEventStoreDB({ address, prefix, patience });
      onTestFinished(() => store.close());
      return store;
    },
  ],
];

describe.each(stores)('commands that were decided together on %s', (_, storeOf) => {
  it('each answer with the position of their own last event', async () => {
    const { store, commands, append } = together(storeOf());
    const counts = [1, 3, 2, 1];
    const outcomes = await Promise.all(
      counts.map((count, n) =>
        commands.execute(counter, 'a', contextOf(`k${n}`), aCount, by(...Array.from({ length: count }, () => 1))),
      ),
    );
    // The first goes at once, the others wait for it and go together.
    expect(append).toHaveBeenCalledTimes(2);
    const positions = (await store.readStream('counter-a')).map(({ position }) => position);
    expect(outcomes.map(({ position }) => position)).toEqual([0, 3, 5, 6].map((index) => positions[index]));
    expect(outcomes.map(({ state }) => state)).toEqual([1, 4, 6, 7]);
  });

  it('answer so also when they are repeats of one beside them, of an earlier one, or change nothing', async () => {
    const { store, commands } = together(storeOf());
    const execute = (key: string, decide: () => ReturnType<typeof counted>[]) =>
      commands.execute(counter, 'a', contextOf(key), aCount, decide);
    await execute('k0', by(1, 1));
    const [repeat, first, again, nothing, refused, last] = await Promise.allSettled([
      execute('k0', refuse),
      execute('k1', by(1)),
      execute('k1', by(1)),
      execute('k2', () => []),
      execute('k3', refuse),
      execute('k4', by(1, 1)),
    ]);
    const [, second, third, , fifth] = (await store.readStream('counter-a')).map(({ position }) => position);
    expect(repeat).toMatchObject({ value: { position: second, repeated: true, events: [{}, {}] } });
    expect(first).toMatchObject({ value: { position: third, repeated: false } });
    expect(again).toMatchObject({ value: { position: third, repeated: true, events: [counted('a', 1)] } });
    expect(nothing).toMatchObject({ value: { position: third, events: [] } });
    expect(refused.status).toBe('rejected');
    expect(last).toMatchObject({ value: { position: fifth } });
  });
});

it('answer rather too late than too early when the positions cannot be read back', async () => {
  const { store: plain } = opened();
  const store: EventStore = {
    ...plain,
    append: async (...write) => {
      const { positions: _, ...appended } = await plain.append(...write);
      return appended;
    },
  };
  const { commands } = together(store);
  await commands.execute(counter, 'a', contextOf('k0'), aCount, by(1));
  vi.spyOn(store, 'readStream').mockRejectedValue(new Unavailable('away'));
  const outcomes = await Promise.all(
    [1, 2, 3].map((n) => commands.execute(counter, 'a', contextOf(`k${n}`), aCount, by(1))),
  );
  expect(outcomes.map(({ position }) => position)).toEqual([2n, 4n, 4n]);
});

function together(store: EventStore) {
  const append = vi.spyOn(store, 'append');
  return { store, commands: opened().handlerOf(store), append };
}
