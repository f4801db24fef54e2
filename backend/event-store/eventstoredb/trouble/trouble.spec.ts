import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Unavailable, WrongExpectedRevision } from '../../../../modules/kernel/errors.ts';
import { inTurn } from '../../../testing/as-often.ts';
import { mishaps, troubledServers } from '../../../testing/servers/troubled-servers.ts';
import { everything, idsOf, newEvent, newEvents, newStream } from '../../contract/some-events.ts';

const { open, serverAndStore } = troubledServers(afterAll);

/** Over one call for all, and over a call each: what a server does that does not have the other. */
const ways = [
  { by: 'BatchAppend', batchAppend: true, place: 0 },
  { by: 'Append', batchAppend: false, place: 1 },
];

// These and the next side by side: each waits until it is given up.
describe.concurrent.each(ways)('an append by $by', ({ batchAppend, place }) => {
  it.each(
    Object.entries(mishaps).flatMap(([what, mishap], at) =>
      inTurn(['none', 'any', 2n] as const, place + at).map((expected) => ({ what, mishap, expected })),
    ),
  )('$what is there once, when it expects $expected', async ({ mishap, expected }) => {
    const { server, store } = await serverAndStore({ batchAppend });
    const stream = newStream();
    if (expected === 2n) await store.append(stream, 'none', newEvents(3));
    const events = newEvents(2);
    server.misbehave[mishap](2);
    const appended = await store.append(stream, expected, events);
    const stored = (await store.readStream(stream)).slice(-2);
    expect(idsOf(stored)).toEqual(idsOf(events));
    expect(stored.at(-1)).toMatchObject(appended);
    expect(await everything(store)).toHaveLength(expected === 2n ? 5 : 2);
  });
});

describe.concurrent.each(ways)('an append whose answer is late, by $by', ({ batchAppend }) => {
  it('is unavailable in the end, and a repetition finds it', async () => {
    const { server, store, patient } = await serverAndStore({ batchAppend }, { inAll: 1_000, each: 200 });
    const stream = newStream();
    const events = newEvents(2);
    server.misbehave.delayAppendAnswers(3_000);
    await expect(store.append(stream, 'none', events)).rejects.toThrow(Unavailable);
    server.misbehave.behave();
    expect(await patient.append(stream, 'none', events)).toMatchObject({ revision: 1n });
    expect(await patient.readStream(stream)).toHaveLength(2);
  });
});

describe.each(ways)('an append whose answer is lost, by $by', ({ batchAppend }) => {
  it('is there once, when any revision will do and the server has forgotten it', async () => {
    const { server, store } = await serverAndStore({ batchAppend });
    const stream = newStream();
    const events = newEvents(2);
    server.misbehave.loseAppendAnswers(1);
    const appended = store.append(stream, 'any', events);
    await expect.poll(() => store.readStream(stream)).toHaveLength(2);
    server.misbehave.forgetEventIds();
    expect(await appended).toMatchObject({ revision: 1n });
    expect(await store.readStream(stream)).toHaveLength(2);
  });

  it('is there once, when it begins a deleted stream again', async () => {
    const { server, store } = await serverAndStore({ batchAppend });
    const stream = newStream();
    await store.append(stream, 'none', newEvents(3));
    await store.deleteStream(stream);
    server.misbehave.loseAppendAnswers(1);
    expect(await store.append(stream, 'none', newEvents(2))).toMatchObject({ revision: 4n });
    expect(await store.readStream(stream)).toHaveLength(2);
  });

  it('is there once, when it put a record that another was put in the place of since', async () => {
    const { server, store } = await serverAndStore({ batchAppend });
    const others = open(server.url);
    const key = newStream();
    const first = await store.records.put(key, 'one', 'none');
    server.misbehave.loseAppendAnswers(1);
    const second = store.records.put(key, 'two', first);
    await expect.poll(() => others.records.get(key)).toEqual({ value: 'two', version: first + 1n });
    await others.records.put(key, 'three', first + 1n);
    expect(await second).toBe(first + 1n);
    expect(await store.records.get(key)).toEqual({ value: 'three', version: first + 2n });
  });

  it('is told to be there, when it put a record and only how many are kept could not be said again', async () => {
    const { server, store } = await serverAndStore({ batchAppend }, { inAll: 60_000, each: 60_000 });
    const key = newStream();
    let version = await store.records.put(key, 'first', 'none');
    while (version < 49n) version = await store.records.put(key, 'next', version);
    // As if who put the first had ended before it could say so.
    const other = EventStoreDBClient.connectionString(server.url);
    onTestFinished(() => other.dispose());
    await other.setStreamMetadata(`beside:inventory-${key}`, {});
    const release = server.misbehave.holdAppendAnswers();
    const put = store.records.put(key, 'fiftieth', version);
    await expect.poll(() => server.heldAnswers()).toBeGreaterThan(0);
    server.misbehave.denyAppends(1);
    release();
    expect(await put).toBe(50n);
    expect((await store.records.get(key))?.value).toBe('fiftieth');
  });

  it('is there once, when its stream was deleted since', async () => {
    const { server, store } = await serverAndStore({ batchAppend });
    const [stream, events] = [newStream(), newEvents(2)];
    server.misbehave.loseAppendAnswers(1);
    const appended = store.append(stream, 'none', events);
    await expect.poll(() => store.readStream(stream)).toHaveLength(2);
    const [, last] = await everything(store);
    await open(server.url).deleteStream(stream);
    const { revision, position } = await appended;
    expect(revision).toBe(1n);
    // Nobody can tell it any more: it is the end of the log, behind which it is not.
    expect(position).toBeGreaterThan(last?.position ?? position);
    expect(idsOf(await everything(store))).toEqual(idsOf(events));
  });

  it('is still refused when it was somebody else who wrote', async () => {
    const { server, store } = await serverAndStore({ batchAppend });
    const stream = newStream();
    server.misbehave.refuseAppends(1);
    const refused = store.append(stream, 'none', [newEvent()]);
    const expectation = expect(refused).rejects.toThrow(WrongExpectedRevision);
    await open(server.url).append(stream, 'none', [newEvent()]);
    await expectation;
    expect(await store.readStream(stream)).toHaveLength(1);
  });
});

describe.each(ways)('an append that is not taken, by $by', ({ batchAppend }) => {
  it('is tried again', async () => {
    const { server, store } = await serverAndStore({ batchAppend });
    server.misbehave.refuseAppends(2);
    expect(await store.append(newStream(), 'none', [newEvent()])).toMatchObject({ revision: 0n });
  });

  it('goes to the node that leads', async () => {
    const { server, store } = await serverAndStore({ batchAppend });
    server.misbehave.answerNotLeader();
    expect(await store.append(newStream(), 'none', [newEvent()])).toMatchObject({ revision: 0n });
  });

  it('holds up those behind it in its stream, who keep their order, and no others', async () => {
    const { server, store } = await serverAndStore({ batchAppend });
    const stream = newStream();
    server.misbehave.loseAppendAnswers(1);
    const events = newEvents(5);
    const appends = events.map((event, index) =>
      store.append(stream, index === 0 ? 'none' : BigInt(index - 1), [event]),
    );
    await vi.waitFor(async () => expect(await store.readStream(stream)).toHaveLength(1), 60_000);
    expect(await store.append(newStream(), 'none', [newEvent()])).toMatchObject({ revision: 0n });
    expect(await store.readStream(stream)).toHaveLength(1);
    await Promise.all(appends);
    expect(idsOf(await store.readStream(stream))).toEqual(idsOf(events));
  });
});
