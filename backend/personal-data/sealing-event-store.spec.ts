import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isOfOneStream } from '../../modules/kernel/errors.ts';
import type { DomainEvent } from '../../modules/kernel/event.ts';
import { storedEvents } from '../../modules/kernel/stored-events.ts';
import { nextOf } from '../event-store/contract/some-events.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { versionedEventStore } from '../event-store/versioned.ts';
import { newEvent } from '../testing/counters.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { sealingEventStore } from './sealing-event-store.ts';
import { SubjectKeys } from './subject-keys.ts';

const wrapping = [{ id: 'w1', key: Buffer.alloc(32, 1) }];

type Visited = DomainEvent<'Visited', { uid: string; name: string; phone?: string; room: number }>;

const declarations = storedEvents<Visited>({
  Visited: {
    version: 2,
    personal: { subject: ({ uid }) => uid, fields: ['name', 'phone'] },
    before: {
      1: {
        personal: { subject: ({ uid }: { uid: string }) => uid, fields: ['whole'] },
        up: (data: object) => ({ ...data, room: 0 }),
      },
    },
  },
});

const visited = (but: Partial<Visited['data']> = {}) => {
  const event = newEvent({
    type: 'Visited',
    data: { uid: 'u1', name: 'Mina Rahman', phone: '+880 1', room: 7, ...but },
  });
  return { ...event, meta: { ...event.meta, schema: 2 } };
};

describe('personal data', () => {
  it('is read as it was written, from a stream, the whole log and a subscription', async () => {
    const { store } = opened();
    await store.append('visit-1', 'none', [visited()]);
    const data = { uid: 'u1', name: 'Mina Rahman', phone: '+880 1', room: 7 };
    expect((await store.readStream('visit-1')).map((event) => event.data)).toEqual([data]);
    const ofLog = (await store.readAll({ after: 0n, limit: 10 })).events;
    expect(ofLog.find(({ type }) => type === 'Visited')?.data).toEqual(data);
    for await (const { events } of store.subscribe({ after: 1n, signal: AbortSignal.timeout(5_000) })) {
      expect(events.map((event) => event.data)).toEqual([data]);
      break;
    }
  });

  it('keeps out of what lies on the disk, the write-ahead log included', async () => {
    const { store, folder } = opened();
    await store.append('visit-1', 'none', [visited(), visited({ name: 'Mina Again' })]);
    await store.append('note-1', 'none', [newEvent({ type: 'Noted', data: { text: 'in plain words' } })]);
    const bytes = Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file))));
    expect(bytes.includes('in plain words')).toBe(true);
    for (const secret of ['Mina', 'Rahman', '+880 1', 'Again']) expect(bytes.includes(secret)).toBe(false);
  });

  it('looks different each time, also when it is the same', async () => {
    const { store, plain } = opened();
    await store.append('visit-1', 'none', [visited(), visited()]);
    const [one, other] = (await plain.readStream('visit-1')).map(({ data }) => JSON.stringify(data));
    expect(one).not.toBe(other);
  });

  it('reads erased once the person was erased, and the rest of the event as it was', async () => {
    const { store, keys } = opened();
    await store.append('visit-1', 'none', [visited(), visited({ uid: 'u2', name: 'Somebody Else' })]);
    await keys.destroy('u1');
    expect((await store.readStream('visit-1')).map(({ data }) => data)).toEqual([
      { uid: 'u1', name: 'erased', phone: 'erased', room: 7 },
      { uid: 'u2', name: 'Somebody Else', phone: '+880 1', room: 7 },
    ]);
  });

  it('that is written of somebody who was forgotten is not kept, sealed or not', async () => {
    const { store, plain, keys } = opened();
    await store.append('visit-1', 'none', [visited()]);
    await keys.destroy('u1');
    await store.append('visit-1', 0n, [visited({ name: 'Back Again' })]);
    expect((await store.readStream('visit-1')).map(({ data }) => data)).toMatchObject([
      { name: 'erased' },
      { name: 'erased', room: 7 },
    ]);
    expect((await plain.readStream('visit-1')).at(-1)?.data).toEqual({ uid: 'u1', room: 7, sealed: 'forgotten' });
  });

  it('reads the same live as in a rebuild from where the log says that the person was forgotten', async () => {
    const { store } = opened();
    const forgotten = newEvent({ type: 'PersonForgotten', data: { uid: 'u1' } });
    await store.append('visit-1', 'none', [visited(), forgotten]);
    await store.append('visit-1', 1n, [visited()]);
    const { events } = await store.readAll({ after: 0n, limit: 10 });
    const names = events.flatMap(({ type, data }) => (type === 'Visited' ? [(data as Visited['data']).name] : []));
    expect(names).toEqual(['Mina Rahman', 'erased']);
  });

  it('is the same to who follows the log in the process that wrote it, and erased as soon as the person is forgotten', async () => {
    const { store, keys } = opened();
    const { signal } = new AbortController();
    const followed = store.subscribe({ after: await store.head(), signal })[Symbol.asyncIterator]();
    await followed.next();
    const seen: string[] = [];
    const until = async (count: number) => {
      while (seen.length < count) {
        for (const { type, data } of await nextOf(followed)) {
          if (type === 'Visited') seen.push((data as Visited['data']).name);
        }
      }
      return seen.splice(0);
    };
    await store.append('visit-1', 'none', [visited(), visited({ phone: undefined })]);
    expect(await until(2)).toEqual(['Mina Rahman', 'Mina Rahman']);
    const forgotten = newEvent({ type: 'PersonForgotten', data: { uid: 'u1' } });
    await store.append('visit-1', 1n, [visited(), forgotten, visited()]);
    expect(await until(2)).toEqual(['Mina Rahman', 'erased']);
    await store.append('visit-2', 'none', [visited({ uid: 'u2' })]);
    await keys.destroy('u2');
    expect(await until(1)).toEqual(['erased']);
    await followed.return?.();
  });

  const cannotBeOpened = 'Visited cannot be opened. What is sealed was altered, or belongs elsewhere.';

  it('is not opened when it was altered', async () => {
    const { store, file } = opened();
    await store.append('visit-1', 'none', [visited()]);
    alter(file, (data) => data.replace(/"sealed":"(\w+)\.(....)/, '"sealed":"$1.AAAA'));
    expect(await store.readStream('visit-1')).toMatchObject([{ data: undefined, damaged: cannotBeOpened }]);
  });

  it('keeps nothing else from being read, when it cannot be opened', async () => {
    const { store, file } = opened();
    await store.append('visit-1', 'none', [visited()]);
    alter(file, (data) => data.replace(/"sealed":"(\w+)\.(....)/, '"sealed":"$1.AAAA'));
    await store.append('visit-2', 'none', [visited()]);
    const { events } = await store.readAll({ after: 0n, limit: 100 });
    const read = events.filter(({ type }) => type === 'Visited');
    expect(read.map(({ damaged }) => damaged)).toEqual([cannotBeOpened, undefined]);
  });

  it.each([
    ['null', 'What Visited says is no object.'],
    ['{"uid":', 'What Visited says cannot be read.'],
  ])('is damaged in plain words, as any other, where its event says %s', async (said, damaged) => {
    const { store, file, plain } = opened();
    await store.append('visit-1', 'none', [visited()]);
    alter(file, () => said);
    await plain.append('forgetting-1', 'none', [newEvent({ type: 'PersonForgotten', data: null })]);
    const read = versionedEventStore(store, declarations).readAll({ after: 0n, limit: 9 });
    const [event, forgetting] = (await read).events.filter(({ stream }) => /^(visit|forgetting)-1$/.test(stream));
    expect(event).toMatchObject({ data: undefined, damaged });
    expect(forgetting).toMatchObject({ data: null });
  });

  it.each([
    ['wrapped', (record: string) => record.replace(/"wrapped":"..../, '"wrapped":"AAAA')],
    ['cut short', (record: string) => record.replace(/"wrapped":"[^"]*/, '"wrapped":"AAAA')],
    ['record', (record: string) => record.slice(0, 20)],
    ['record of another shape', () => 'null'],
  ])(
    'keeps nobody else’s from being read or written, when the key of its person was altered: %s',
    async (_, altered) => {
      const { store, plain } = opened();
      await store.append('visit-1', 'none', [visited()]);
      const kept = await plain.records.get('subject-key:u1');
      await plain.records.put('subject-key:u1', altered(kept?.value ?? ''), 'any');
      // A process that has not known it before.
      const later = sealingEventStore(plain, declarations, new SubjectKeys(plain, wrapping, () => new Date()));
      await later.append('visit-2', 'none', [visited({ uid: 'u2' })]);
      const { events } = await later.readAll({ after: 0n, limit: 100 });
      expect(events.filter(({ type }) => type === 'Visited').map(({ damaged }) => damaged)).toEqual([
        'Visited cannot be opened. The key of u1 cannot be read: what is kept of it beside the log was altered.',
        undefined,
      ]);
      const writing = later.append('visit-3', 'none', [visited()]).catch((reason: unknown) => reason);
      expect(isOfOneStream(await writing)).toBe(true);
      await plain.records.put('subject-key:u1', kept?.value ?? '', 'any');
      expect(await later.readStream('visit-1')).toMatchObject([{ data: { name: 'Mina Rahman' } }]);
    },
  );

  it("is not opened in another event's place", async () => {
    const { store, plain } = opened();
    await store.append('visit-1', 'none', [visited()]);
    const [moved] = await plain.readStream('visit-1');
    if (moved) await plain.append('visit-2', 'none', [{ ...visited(), data: moved.data }]);
    expect(await store.readStream('visit-2')).toMatchObject([{ data: undefined, damaged: cannotBeOpened }]);
  });

  it('is that of the version in which it was written', async () => {
    const { store, plain, keys } = opened();
    const old = newEvent({ type: 'Visited', data: { uid: 'u9', whole: 'Mina Rahman, +880 1' } });
    await store.append('visit-1', 'none', [old]);
    expect(JSON.stringify((await plain.readStream('visit-1'))[0]?.data)).not.toContain('Mina');
    expect((await store.readStream('visit-1'))[0]?.data).toEqual({ uid: 'u9', whole: 'Mina Rahman, +880 1' });
    await keys.destroy('u9');
    expect((await store.readStream('visit-1'))[0]?.data).toEqual({ uid: 'u9', whole: 'erased' });
  });

  it('that was left out stays left out', async () => {
    const { store } = opened();
    await store.append('visit-1', 'none', [visited({ phone: undefined })]);
    const [event] = await store.readStream('visit-1');
    expect(event?.data).toEqual({ uid: 'u1', name: 'Mina Rahman', room: 7 });
  });
});

function opened() {
  const folder = temporaryFolder();
  const file = join(folder, 'events.db');
  const plain = openSqliteEventStore({ file });
  onTestFinished(() => plain.close());
  const keys = new SubjectKeys(plain, wrapping, () => new Date());
  return { folder, file, plain, keys, store: sealingEventStore(plain, declarations, keys) };
}

/** Alters the data of the event in visit-1, and its checksum with it, as somebody would who means to. */
function alter(file: string, change: (data: string) => string): void {
  const database = new DatabaseSync(file);
  const row = database.prepare("SELECT * FROM events WHERE stream = 'visit-1'").get() ?? {};
  const { id, type, meta } = row;
  const data = change(String(row.data));
  expect(data).not.toBe(row.data);
  const checksum = crc32(`visit-1\0${0}\0${id}\0${type}\0${data}\0${meta}`);
  database.prepare("UPDATE events SET data = ?, checksum = ? WHERE stream = 'visit-1'").run(data, checksum);
  database.close();
}
