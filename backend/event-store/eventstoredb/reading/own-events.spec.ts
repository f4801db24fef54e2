import { expect, it, onTestFinished, vi } from 'vitest';
import { Unavailable, WrongExpectedRevision } from '../../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../../modules/kernel/event.ts';
import { type Appended, type EventStore, start } from '../../../../modules/kernel/event-store.ts';
import { troubledServers } from '../../../testing/servers/troubled-servers.ts';
import { idsOf, newEvent, newEvents, nextOf, oddData, pagesAfter } from '../../contract/some-events.ts';
import { appenderOf } from '../appending/appended-once.ts';
import type { Appends } from '../appends.ts';
import type { Try } from '../trouble/patience.ts';
import { OwnEvents } from './own-events.ts';

const { serverAndStore } = troubledServers();

/** A subscription that has caught up with an empty log. */
async function followed(store: EventStore) {
  const { signal } = new AbortController();
  const batches = store.subscribe({ after: start, signal })[Symbol.asyncIterator]();
  onTestFinished(async () => void (await batches.return?.()));
  await batches.next();
  const seen: StoredEvent[] = [];
  return async (count: number) => {
    while (seen.length < count) seen.push(...(await nextOf(batches)));
    return seen;
  };
}

it('what this process appends comes back to who follows as it would be read', async () => {
  const { store } = await serverAndStore();
  const until = await followed(store);
  const events = [newEvent(oddData), newEvent({ a: { b: [true, 'x'] } }), newEvent('text'), newEvent([1, 2])];
  for (const event of events) await store.append('stream', 'any', [event]);
  expect(await until(4)).toStrictEqual(await store.readStream('stream'));
});

it('what this process appends is not parsed when it comes back, and what others append is in its place', async () => {
  const { store, patient: other } = await serverAndStore();
  const until = await followed(store);
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  await Promise.all(Array.from({ length: 50 }, (_, n) => store.append(`own-${n}`, 'none', newEvents(2))));
  await until(100);
  expect(parse).not.toHaveBeenCalled();
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      (n % 2 === 0 ? store : other).append(`either-${n}`, 'none', newEvents(1 + (n % 3))),
    ),
  );
  const seen = await until(139);
  const stored = (await pagesAfter(store, start, 1_000)).flatMap(({ events }) => events);
  expect(idsOf(seen)).toEqual(idsOf(stored));
  expect(seen).toStrictEqual(stored);
});

it('what another node has written under the same id at whatever revision is what comes back', async () => {
  const { store, patient: other } = await serverAndStore();
  const until = await followed(store);
  const theirs = newEvent();
  await other.append('stream', 'any', [theirs]);
  const mine = { ...theirs, meta: { ...theirs.meta, time: '2030-01-02T03:04:05.000006Z' } };
  await store.append('stream', 'any', [mine]);
  await store.append('after', 'none', [newEvent()]);
  const [first] = await until(2);
  expect(first?.meta).toEqual(theirs.meta);
});

it('what was refused is forgotten when much else has been sent, and what comes back late is read', async () => {
  const { server, store } = await serverAndStore();
  const until = await followed(store);
  await store.append('stream', 'none', newEvents(1));
  await expect(store.append('stream', 'none', newEvents(1))).rejects.toThrow();
  server.misbehave.dropSubscriptions();
  const many = Array.from({ length: 90 }, (_, n) => store.append(`many-${n}`, 'none', newEvents(64)));
  await Promise.all(many);
  const seen = await until(1 + 90 * 64);
  expect(new Set(idsOf(seen)).size).toBe(1 + 90 * 64);
  expect(seen.at(-1)).toStrictEqual((await store.readStream(seen.at(-1)?.stream ?? '')).at(-1));
});

it('what was written though its answer never came comes back once, as it would be read', async () => {
  const { server, store } = await serverAndStore();
  const until = await followed(store);
  server.misbehave.loseAppendAnswers(2);
  await Promise.all([store.append('one', 'none', newEvents(2)), store.append('other', 'any', newEvents(2))]);
  await store.append('one', 1n, newEvents(1));
  const seen = await until(5);
  expect(seen).toHaveLength(5);
  expect(seen).toStrictEqual((await pagesAfter(store, start, 1_000)).flatMap(({ events }) => events));
});

it('what this process appends again, as it had no answer, has its room once', () => {
  const own = new OwnEvents();
  own.follow();
  const [event, other] = [newEvent(), newEvent()];
  for (let tries = 0; tries < 100; tries++) own.send([event], 2 ** 20);
  own.send([other], 2 ** 20);
  expect([own.take(event.id), own.take(event.id), own.take(other.id)]).toEqual([event, undefined, other]);
});

it('what was refused, or had no answer, is not kept', async () => {
  const own = new OwnEvents();
  own.follow();
  const outcomes: (() => Promise<Appended | undefined>)[] = [
    async () => undefined,
    () => Promise.reject(new Unavailable('No answer.')),
    async () => ({ revision: 0n, position: 1n }),
  ];
  const appends: Appends = {
    append(_, carryOut, sent) {
      sent?.(100);
      return carryOut(outcomes.shift() ?? (() => Promise.reject()));
    },
  };
  const nothing = async () => undefined;
  const reader = { findAtEnd: nothing, lastOf: nothing, readStream: async () => [], head: async () => 0n };
  const append = appenderOf(appends, '', reader, { own });
  const attempt: Try = { number: 1, limit: 1_000, heard: () => {}, isOver: () => false, whenOver: () => {} };
  const events = newEvents(3);
  for (const [n, event] of events.entries()) {
    const appended = append('stream', BigInt(n), [event], (once) => once(attempt));
    if (n < 2) await expect(appended).rejects.toThrow(n === 0 ? WrongExpectedRevision : Unavailable);
    else await appended;
  }
  expect(events.map(({ id }) => own.take(id))).toEqual([undefined, undefined, events[2]]);
});

it('what this process sends is kept up to so many bytes, the last of it', () => {
  const own = new OwnEvents();
  own.follow();
  const events = newEvents(40);
  for (const event of events) own.send([event], 2 ** 20);
  const kept = events.filter(({ id }) => own.take(id));
  expect(kept).toEqual(events.slice(-16));
});
