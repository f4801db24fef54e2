import { afterAll, describe, expect, it } from 'vitest';
import { AccessRefused, Unavailable, WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { mishaps, troubledServers } from '../../testing/servers/troubled-servers.ts';
import { newEvent, newStream } from '../contract/some-events.ts';

const { open, serverAndStore } = troubledServers(afterAll);

const deletions = {
  'of a stream': {
    put: (store: EventStore, name: string) => store.append(name, 'any', [newEvent()]),
    remove: (store: EventStore, name: string) => store.deleteStream(name),
    isThere: async (store: EventStore, name: string) => (await store.readStream(name)).length > 0,
  },
  'of a record': {
    put: (store: EventStore, name: string) => store.records.put(name, 'what is kept', 'any'),
    remove: (store: EventStore, name: string) => store.records.delete(name),
    isThere: async (store: EventStore, name: string) => (await store.records.get(name)) !== undefined,
  },
  'of a record as it was read': {
    put: (store: EventStore, name: string) => store.records.put(name, 'what is kept', 'any'),
    remove: async ({ records }: EventStore, name: string) => records.delete(name, (await records.get(name))?.version),
    isThere: async (store: EventStore, name: string) => (await store.records.get(name)) !== undefined,
  },
};

// Side by side: each waits for answers that are lost or late.
describe.concurrent.each(Object.entries(deletions))('a deletion %s', (_, { put, remove, isThere }) => {
  const there = async () => {
    const opened = await serverAndStore();
    const name = newStream();
    await put(opened.store, name);
    return { ...opened, name };
  };

  it.each(Object.entries(mishaps))('%s has taken it away once it is tried again', async (_, mishap) => {
    const { server, store, name } = await there();
    server.misbehave[mishap](2);
    await remove(store, name);
    expect(await isThere(store, name)).toBe(false);
    await put(store, name);
    expect(await isThere(store, name)).toBe(true);
  });

  it('that is not taken is tried again, at the node that leads', async () => {
    const { server, store, name } = await there();
    server.misbehave.refuseAppends(2);
    await remove(store, name);
    expect(await isThere(store, name)).toBe(false);
    await put(store, name);
    server.misbehave.answerNotLeader();
    await remove(store, name);
    expect(await isThere(store, name)).toBe(false);
  });

  it('that is forbidden is refused at once, and takes nothing away', async () => {
    const { server, store, name } = await there();
    server.misbehave.denyAppends(1);
    await expect(remove(store, name)).rejects.toThrow(AccessRefused);
    expect(await isThere(store, name)).toBe(true);
  });

  it('whose answer is late is unavailable in the end, and a repetition is well', async () => {
    const { server, store, patient } = await serverAndStore({}, { inAll: 1_000, each: 200 });
    const name = newStream();
    await put(patient, name);
    server.misbehave.delayAppendAnswers(3_000);
    await expect(remove(store, name)).rejects.toThrow(Unavailable);
    server.misbehave.behave();
    await remove(patient, name);
    expect(await isThere(patient, name)).toBe(false);
  });
});

it('a deletion of a record as it was read, whose answer is lost, leaves what others have put there since', async () => {
  const { server, store } = await serverAndStore();
  const others = open(server.url);
  const key = newStream();
  const version = await store.records.put(key, 'one', 'none');
  server.misbehave.loseAppendAnswers(1);
  const deleted = store.records.delete(key, version).catch((reason: unknown) => reason);
  await expect.poll(() => others.records.get(key)).toBeUndefined();
  await others.records.put(key, 'two', 'none');
  expect(await deleted).toBeInstanceOf(WrongExpectedRevision);
  expect(await store.records.get(key)).toMatchObject({ value: 'two' });
});
