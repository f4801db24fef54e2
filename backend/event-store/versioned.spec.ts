import { describe, expect, it, onTestFinished } from 'vitest';
import { DamagedStream, NewerRelease, Unavailable } from '../../modules/kernel/errors.ts';
import type { DomainEvent } from '../../modules/kernel/event.ts';
import { storedEvents } from '../../modules/kernel/stored-events.ts';
import { newEvent } from '../testing/counters.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openSqliteEventStore } from './sqlite.ts';
import { versionedEventStore } from './versioned.ts';

type Moved = DomainEvent<'Moved', { first: string; last: string; room: number }>;

const before = {
  1: { up: ({ name }: { name: string }) => ({ name, room: 0 }), down: ({ name }: { name: string }) => ({ name }) },
  2: {
    up: ({ name, room }: { name: string; room: number }) => ({
      first: name.split(' ')[0],
      last: name.split(' ')[1] ?? '',
      room,
    }),
    down: ({ first, last, room }: Moved['data']) => ({ name: `${first} ${last}`, room }),
  },
};

/** A release that reads up to version 3, and writes this one. */
const release = (writes: 1 | 2 | 3) => storedEvents<Moved>({ Moved: { version: 3, writes, before } });
const moved = (schema: number, data: unknown, type = 'Moved') => {
  const event = newEvent({ type, data });
  return { ...event, meta: { ...event.meta, schema } };
};
const mina = { first: 'Mina', last: 'Rahman', room: 7 };

describe('an event of an older version', () => {
  it('is read in the shape of the newest, whichever it was written in', async () => {
    const { plain, store } = opened(3);
    await plain.append('move-1', 'none', [
      moved(1, { name: 'Mina Rahman' }),
      moved(2, { name: 'Mina Rahman', room: 7 }),
      moved(3, mina),
    ]);
    const shapes = [{ ...mina, room: 0 }, mina, mina];
    expect((await store.readStream('move-1')).map(({ data }) => data)).toEqual(shapes);
    expect((await store.readAll({ after: 0n, limit: 9 })).events.map(({ data }) => data)).toEqual(shapes);
    for await (const { events } of store.subscribe({ after: 0n, signal: AbortSignal.timeout(5_000) })) {
      expect(events.map(({ data }) => data)).toEqual(shapes);
      break;
    }
  });

  it('of an erased person goes through its upcaster too', async () => {
    const { plain, store } = opened(3);
    await plain.append('move-1', 'none', [moved(2, { name: 'erased', room: 7 })]);
    expect((await store.readStream('move-1'))[0]?.data).toEqual({ first: 'erased', last: '', room: 7 });
  });
});

describe('a new version', () => {
  it('is read by a release that still writes the one before', async () => {
    const { plain, store } = opened(2);
    await store.append('move-1', 'none', [moved(2, mina)]);
    await plain.append('move-1', 0n, [moved(3, mina)]);
    expect((await plain.readStream('move-1'))[0]?.data).toEqual({ name: 'Mina Rahman', room: 7 });
    expect((await store.readStream('move-1')).map(({ data }) => data)).toEqual([mina, mina]);
  });

  it('is written two versions down where that is asked for', async () => {
    const { plain, store } = opened(1);
    await store.append('move-1', 'none', [moved(1, mina)]);
    expect((await plain.readStream('move-1'))[0]?.data).toEqual({ name: 'Mina Rahman' });
  });

  it('is not declared without the ways to it and back from it', () => {
    expect(() => storedEvents<Moved>({ Moved: { version: 4, before } })).toThrow(/Moved/);
    const oneWay = { ...before, 2: { up: before[2].up } };
    expect(() => storedEvents<Moved>({ Moved: { version: 3, writes: 2, before: oneWay } })).toThrow(/Moved/);
  });
});

describe('what a newer release wrote', () => {
  it.each([
    ['a version that is not known', moved(4, { anything: true }), /move-1.*Moved.*version 4.*up to 3/],
    ['a type that is not known', moved(1, {}, 'Teleported'), /move-1.*Teleported/],
  ])('refuses its stream: %s', async (_, event, reason) => {
    const { plain, store } = opened(3);
    await plain.append('move-1', 'none', [event]);
    await expect(store.readStream('move-1')).rejects.toThrow(NewerRelease);
    await expect(store.readStream('move-1')).rejects.toThrow(reason);
  });

  it('says so in the whole log, and shows nothing of its data', async () => {
    const { plain, store } = opened(3);
    await plain.append('move-1', 'none', [moved(4, { anything: true }), moved(3, mina)]);
    const { events } = await store.readAll({ after: 0n, limit: 9 });
    expect(events[0]).toMatchObject({ data: undefined, unreadable: expect.stringContaining('version 4') });
    expect(events[1]).toMatchObject({ data: mina });
    expect(events[1]?.unreadable).toBeUndefined();
  });
});

it('an event that says nothing is damaged, and keeps nothing else from being read', async () => {
  const { plain, store } = opened(3);
  await plain.append('move-1', 'none', [moved(3, null), moved(2, null), moved(3, mina)]);
  const { events } = await store.readAll({ after: 0n, limit: 9 });
  const damaged = 'What Moved says is no object.';
  expect(events.map((event) => event.damaged)).toEqual([damaged, damaged, undefined]);
  await expect(store.readStream('move-1')).rejects.toThrow(DamagedStream);
});

describe('an event that an upcaster fails at', () => {
  it('keeps nothing else of the log from being read, and its stream from being decided on', async () => {
    const { plain, store } = opened(3);
    await plain.append('move-1', 'none', [moved(2, {}), moved(3, mina)]);
    const { events } = await store.readAll({ after: 0n, limit: 9 });
    expect(events[0]).toMatchObject({ data: undefined, damaged: expect.stringMatching(/Moved, version 2.*upcast/) });
    expect(events[1]).toMatchObject({ data: mina });
    await expect(store.readStream('move-1')).rejects.toThrow(Unavailable);
  });
});

function opened(writes: 1 | 2 | 3) {
  const plain = openSqliteEventStore({ file: `${temporaryFolder()}/events.db` });
  onTestFinished(() => plain.close());
  return { plain, store: versionedEventStore(plain, release(writes)) };
}
