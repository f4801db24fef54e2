import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Conflict, Unavailable } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import { newEvent, newEvents } from '../../event-store/contract/some-events.ts';
import { openEventStoreDB } from '../../event-store/eventstoredb.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { ParkedEvents } from '../../feed/parked/parked-events.ts';
import { ReactorCheckpoint, reactorsOf } from '../../feed/reactions/reactor-checkpoint.ts';
import { SubjectKeys } from '../../personal-data/subject-keys.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { refuseHalfImport } from '../../start/preflight/half-done.ts';
import { addTool, orderOf, signIn } from '../../testing/api-client.ts';
import { uploadedPicture } from '../../testing/clients/uploaded-picture.ts';
import { startEventStoreUnderTest } from '../../testing/logs/event-store-under-test.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { operatorOf } from '../log/operator-actor.ts';
import { copy, sentenceOf } from './copy.ts';
import { copyKeys } from './copy-keys.ts';
import { copyLog, historyOf, verifyCopy } from './copy-log.ts';
import { copyReactors, reactedIn } from './copy-reactors.ts';

const wrapping = [{ id: 'w1', key: Buffer.alloc(32, 1) }];
const subjectKeys = (store: EventStore) => new SubjectKeys(store, wrapping, () => new Date());

function sqlite(file = join(temporaryFolder(), 'events.db')): EventStore {
  const store = openSqliteEventStore({ file });
  onTestFinished(() => store.close());
  return store;
}

async function eventStoreDB(): Promise<EventStore> {
  const server = await startEventStoreUnderTest({ ownLog: true });
  onTestFinished(server.stop);
  const store = openEventStoreDB({ address: server.address, prefix: 'inventory-' });
  onTestFinished(() => store.close());
  return store;
}

/** Some streams, written to in turn. */
async function someHistory(store: EventStore): Promise<void> {
  for (const stream of ['one', 'two', 'three']) await store.append(stream, 'none', newEvents(3));
  for (let count = 0; count < 20; count++) await store.append(['one', 'two'][count % 2] ?? '', 'any', newEvents(2));
}

/** All but where the events stand in the log, which is each store's own. */
async function contentsOf(store: EventStore): Promise<Omit<StoredEvent, 'position'>[]> {
  const contents: Omit<StoredEvent, 'position'>[] = [];
  for await (const { position, ...event } of historyOf(store)) contents.push(event);
  return contents;
}

describe('a copy of a history', () => {
  it('from SQLite to EventStoreDB and back is the same, in ids, order, times and metadata', async () => {
    const [original, middle, last] = [sqlite(), await eventStoreDB(), sqlite()];
    await someHistory(original);
    expect(await copyLog(original, middle)).toEqual({ found: 0, copied: 49 });
    await copyLog(middle, last);
    expect(await contentsOf(middle)).toEqual(await contentsOf(original));
    expect(await contentsOf(last)).toEqual(await contentsOf(original));
    expect(await verifyCopy(original, last)).toBe(49);
  });

  it('goes on where it was broken off, and does nothing when it is whole', async () => {
    const [original, target] = [sqlite(), await eventStoreDB()];
    await someHistory(original);
    let left = 10;
    const append: EventStore['append'] = (...write) => {
      if (left-- === 0) throw new Unavailable('Broken off.');
      return target.append(...write);
    };
    await expect(copyLog(original, { ...target, append })).rejects.toThrow('Broken off.');
    const { found, copied } = await copyLog(original, target);
    expect(found).toBeGreaterThan(5);
    expect(found + copied).toBe(49);
    expect(await copyLog(original, target)).toEqual({ found: 49, copied: 0 });
    expect(await contentsOf(target)).toEqual(await contentsOf(original));
  });

  it('is not used while it lacks anything, events or what lies beside them', async () => {
    const [from, to] = [temporaryFolder(), temporaryFolder()];
    const original = sqlite(join(from, 'events.db'));
    await someHistory(original);
    const brokenOff = (when: string) => (_position: number, _of: number, what: string) => {
      if (what === when) throw new Unavailable('Broken off.');
    };
    for (const when of ['copied', 'compared']) {
      await expect(copy(from, to, operatorOf('Ada'), { reached: brokenOff(when) })).rejects.toThrow('Broken off.');
      await expect(refuseHalfImport(sqlite(join(to, 'events.db')))).rejects.toThrow(/holds half of/);
    }
    await copy(from, to, operatorOf('Ada'));
    await refuseHalfImport(sqlite(join(to, 'events.db')));
    // Nor while it lacks what has happened since.
    await original.append('one', 'any', newEvents(2));
    await expect(copy(from, to, operatorOf('Ada'), { reached: brokenOff('compared') })).rejects.toThrow('Broken off.');
    await expect(refuseHalfImport(sqlite(join(to, 'events.db')))).rejects.toThrow(/holds half of/);
    await copy(from, to, operatorOf('Ada'));
    await refuseHalfImport(sqlite(join(to, 'events.db')));
    // What holds something else is nobody's half, and stays a shop's.
    const other = temporaryFolder();
    await someHistory(sqlite(join(other, 'events.db')));
    await expect(copy(from, other, operatorOf('Ada'))).rejects.toThrow(Conflict);
    await refuseHalfImport(sqlite(join(other, 'events.db')));
  });

  it('is appended in pieces that the target takes well', async () => {
    const [original, target] = [sqlite(), await eventStoreDB()];
    await original.append('long', 'none', newEvents(300));
    const sizes: number[] = [];
    const append: EventStore['append'] = (...write) => {
      sizes.push(write[2].length);
      return target.append(...write);
    };
    await copyLog(original, { ...target, append });
    expect(Math.max(...sizes)).toBe(64);
    expect(await verifyCopy(original, target)).toBe(300);
  });

  it('goes on with what has happened since', async () => {
    const [original, target] = [sqlite(), await eventStoreDB()];
    await someHistory(original);
    await copyLog(original, target);
    await copyReactors(original, target, await reactedIn(original));
    await original.append('one', 'any', newEvents(2));
    expect(await copyLog(original, target)).toEqual({ found: 49, copied: 2 });
  });

  it('of a store that is written to all the time is what was there when it began, and whole', async () => {
    const [from, to] = [temporaryFolder(), temporaryFolder()];
    const original = sqlite(join(from, 'events.db'));
    await someHistory(original);
    let isCopied = false;
    const writes = async () => {
      while (!isCopied) await original.append('busy', 'any', newEvents(1));
    };
    const written = writes();
    const copied = await copy(from, to, operatorOf('Ada')).finally(() => {
      isCopied = true;
    });
    await written;
    expect(copied.events).toBe(copied.copied);
    expect(copied.events).toBeGreaterThanOrEqual(49);
    const all = await contentsOf(original);
    expect(all.length).toBeGreaterThan(copied.events);
    expect(await contentsOf(sqlite(join(to, 'events.db')))).toEqual(all.slice(0, copied.events));
    await refuseHalfImport(sqlite(join(to, 'events.db')));
    // Said again it has the rest.
    await copy(from, to, operatorOf('Ada'));
    expect(await contentsOf(sqlite(join(to, 'events.db')))).toEqual(all);
  });

  it('is refused in a store that holds something else, and found out when it differs', async () => {
    const [original, target] = [sqlite(), sqlite()];
    await someHistory(original);
    await target.append('other', 'none', newEvents(1));
    await expect(copyLog(original, target)).rejects.toThrow(Conflict);
    const longer = sqlite();
    await copyLog(original, longer);
    await longer.append('one', 'any', newEvents(1));
    await expect(verifyCopy(original, longer)).rejects.toThrow(Conflict);
    await original.append('one', 'any', newEvents(1));
    await expect(verifyCopy(original, longer)).rejects.toThrow(Conflict);
  });

  it('leaves the keys of erased people behind, also those that EventStoreDB still shows', async () => {
    const [original, target, last] = [sqlite(), await eventStoreDB(), sqlite()];
    const keys = subjectKeys(original);
    for (const uid of ['stays', 'leaves', 'leaves later', 'came back']) await keys.findOrCreate(uid);
    await keys.destroy('leaves');
    await someHistory(original);
    await copyLog(original, target);
    expect(await copyKeys(original, target, new Set())).toBe(1);
    await subjectKeys(target).destroy('leaves later');
    await copyLog(target, last);
    expect(await copyKeys(target, last, new Set(['came back']))).toBe(3);
    const kept = subjectKeys(last);
    expect(await Promise.all(['leaves', 'leaves later', 'came back'].map((uid) => kept.findOrCreate(uid)))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await kept.find('stays')).toEqual(await keys.find('stays'));
    expect(await verifyCopy(target, last)).toBe(55);
  });
});

describe('the reactors in a copy', () => {
  it('have come to the same event, at the position that it has there', async () => {
    const [original, target, last] = [sqlite(), await eventStoreDB(), sqlite()];
    await someHistory(original);
    const reacted = newEvent();
    const { position } = await original.append('reacted', 'none', [reacted]);
    await new ReactorCheckpoint(original, 'giver').record(position);
    await original.append('not yet', 'none', newEvents(3));
    for (const [from, to] of [
      [original, target],
      [target, last],
    ] as const) {
      await copyLog(from, to);
      await copyReactors(from, to, await reactedIn(from));
      const [stored] = await to.readStream('reacted');
      expect(stored?.id).toBe(reacted.id);
      expect(await reactorsOf(to)).toEqual(new Map([['giver', stored?.position]]));
    }
    expect((await last.readAll({ after: start, limit: 1 })).events[0]?.type).toBe('LogCopied');
  });

  it('have come no further than what they did is copied, also of a store that is written to all the time', async () => {
    const [from, to] = [temporaryFolder(), temporaryFolder()];
    const original = sqlite(join(from, 'events.db'));
    await someHistory(original);
    const giver = new ReactorCheckpoint(original, 'giver');
    let isCopied = false;
    /** Each time something happens, and the reactor does what follows from what happened some time before. */
    const goesOn = async () => {
      for (const waiting: bigint[] = []; !isCopied; ) {
        waiting.push((await original.append('happened', 'any', newEvents(1))).position);
        if (waiting.length < 20) continue;
        await original.append('followed', 'any', newEvents(1));
        await giver.record(waiting.shift() ?? start);
      }
    };
    const going = goesOn();
    await expect.poll(async () => (await reactorsOf(original)).size).toBe(1);
    await copy(from, to, operatorOf('Ada')).finally(() => {
      isCopied = true;
    });
    await going;
    const copied = sqlite(join(to, 'events.db'));
    const upTo = (await reactorsOf(copied)).get('giver') ?? start;
    const reactedTo = (await copied.readStream('happened')).filter(({ position }) => position <= upTo);
    expect(reactedTo.length).toBeGreaterThan(0);
    expect((await copied.readStream('followed')).length).toBeGreaterThanOrEqual(reactedTo.length);
  });

  it('still have parked what they had', async () => {
    const [original, target] = [sqlite(), sqlite()];
    await original.append('one', 'none', newEvents(2));
    const [, event] = await original.readStream('one');
    const parked = { event: event as StoredEvent, reason: new Error('no'), state: 'parked', stops: false } as const;
    await new ParkedEvents(original).keep('reactor:giver', [parked]);
    await new ParkedEvents(original).keep('projection:tools.v1', [parked]);
    await copyLog(original, target);
    await copyReactors(original, target, await reactedIn(original));
    const inCopy = new ParkedEvents(target);
    await inCopy.load();
    const [, there] = await target.readStream('one');
    expect(inCopy.entries).toMatchObject([
      { reader: 'reactor:giver', eventId: there?.id, position: `${there?.position}`, error: 'Error: no' },
    ]);
  });
});

describe('a shop on a copy', () => {
  it('answers as the original did, takes orders, and is not misled by the read models of the original', async () => {
    const dataDir = temporaryFolder();
    const server = await startEventStoreUnderTest({ ownLog: true });
    onTestFinished(server.stop);
    const everything = ['/tool', '/reviews', '/booking', '/user'];
    const seen = async (origin: string) => {
      const admin = await signIn(origin, demoAdmin.email, demoPassword);
      const replies = await Promise.all(everything.map((path) => admin.get(path)));
      expect(replies.map(({ status }) => status)).toEqual(everything.map(() => 200));
      return { admin, shown: replies.map(({ body }) => body) };
    };

    const original = await startShop({ DATA_DIR: dataDir, SEED: 'demo' });
    const { admin } = await seen(original.origin);
    const picture = await uploadedPicture(admin);
    const toolId = await addTool(admin, { img: picture.img });
    const headers = { 'idempotency-key': randomUUID() };
    const order = orderOf(admin, toolId, 19.99);
    const { body } = await admin.post<{ insertedId: string }>('/booking', order, { headers });
    await admin.delete(`/booking/${body.insertedId}`);
    await admin.post('/booking', order);
    const { shown } = await seen(original.origin);
    await original.close();

    expect(sentenceOf(await copy(dataDir, server.address, operatorOf('Ada')))).toMatch(
      /Verified: all \d+ are the same/,
    );
    const moved = await startShop({ DATA_DIR: dataDir, EVENT_STORE: server.address });
    const there = await seen(moved.origin);
    expect(there.shown).toEqual(shown);
    expect(await picture.isShownAt(moved.origin)).toBe(true);
    // A key that was used before the move is still known.
    expect((await there.admin.post('/booking', order, { headers })).body).toEqual(body);
    expect((await there.admin.post('/booking', order)).status).toBe(201);
    const after = (await seen(moved.origin)).shown;
    await moved.close();

    const back = temporaryFolder();
    await copy(server.address, back, operatorOf('Ada'));
    const again = await startShop({
      DATA_DIR: back,
      IDENTITY_KEYS: readFileSync(join(dataDir, 'identity-keys.json'), 'utf8'),
    });
    expect((await seen(again.origin)).shown).toEqual(after);
    expect(await picture.isShownAt(again.origin)).toBe(true);
    await again.close();
  });
});
