import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Conflict, Refusal, Unavailable } from '../../../modules/kernel/errors.ts';
import type { NewEvent } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { pictureWidths } from '../../../modules/pictures/contract.ts';
import { KeptPictures } from '../../../modules/pictures/kept-pictures.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { newEvent, newEvents } from '../../event-store/contract/some-events.ts';
import { openEventStoreDB } from '../../event-store/eventstoredb.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { ParkedEvents } from '../../feed/parked/parked-events.ts';
import { ReactorCheckpoint, reactorsOf } from '../../feed/reactions/reactor-checkpoint.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { importUnderWay, refuseHalfImport } from '../../start/preflight/half-done.ts';
import { addTool, orderOf, signIn, signUp } from '../../testing/api-client.ts';
import { uploadedPicture } from '../../testing/clients/uploaded-picture.ts';
import { startEventStoreUnderTest } from '../../testing/logs/event-store-under-test.ts';
import { closedAfter } from '../../testing/logs/sealed-log.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { operatorOf } from '../log/operator-actor.ts';
import { historyOf } from './copy-log.ts';
import { exportLog } from './export-log.ts';
import { importLog, wholeExport } from './import-log.ts';

const { signal } = new AbortController();
const watching = { signal, reached: () => {} };
const importing = { operator: operatorOf('Ada'), reason: undefined, ...watching };

const sqlite = async () => closedAfter(openSqliteEventStore({ file: join(temporaryFolder(), 'events.db') }));

async function eventStoreDB(): Promise<EventStore> {
  const server = await startEventStoreUnderTest({ ownLog: true });
  onTestFinished(server.stop);
  return closedAfter(openEventStoreDB({ address: server.address, prefix: 'inventory-' }));
}

const pictureId = '9f86d081884c7d659a2feaa0c55ad015';
const sizes = { 320: Buffer.alloc(9, 1), 640: Buffer.alloc(99, 2), 1280: Buffer.alloc(999, 3) };
const allPictures = { pictures: 3, picturesLeftOut: 0 };

async function picturesOf(store: EventStore) {
  const kept = new KeptPictures(store.records);
  const ids = await kept.ids();
  return Promise.all(ids.map(async (id) => [id, await Promise.all(pictureWidths.map((width) => kept.get(id, width)))]));
}

async function exported(): Promise<{ file: string; original: EventStore }> {
  const [original, file] = [await sqlite(), join(temporaryFolder(), 'export.jsonl')];
  for (const stream of ['one', 'two']) await original.append(stream, 'none', newEvents(3));
  const { position } = await original.append('one', 'any', newEvents(2));
  await new ReactorCheckpoint(original, 'giver').record(position);
  await original.append('two', 'any', newEvents(80));
  await new KeptPictures(original.records).put(pictureId, sizes);
  expect(await exportLog(original, file, watching)).toEqual({ events: 88, pictures: 3 });
  return { file, original };
}

const imported = async (store: EventStore, file: string) =>
  importLog(store, await wholeExport(file, signal), importing);

async function contentsOf(store: EventStore) {
  const contents: object[] = [];
  for await (const { position, ...event } of historyOf(store)) contents.push(event);
  return contents;
}

describe.each([
  ['SQLite', sqlite],
  ['EventStoreDB', eventStoreDB],
])('an export that is imported into %s', (_, open: () => Promise<EventStore>) => {
  it('is the same history, and what was done because of it is not done again', async () => {
    const [{ file, original }, store] = [await exported(), await open()];
    expect(await imported(store, file)).toEqual({ found: 0, copied: 88, ...allPictures });
    expect(await picturesOf(store)).toEqual(await picturesOf(original));
    expect(await contentsOf(store)).toEqual(await contentsOf(original));
    const last = (await store.readStream('one')).at(-1);
    expect(await reactorsOf(store)).toEqual(new Map([['giver', last?.position]]));
    await expect(imported(store, file)).rejects.toThrow(Conflict);
  });

  it('has what ends a line elsewhere, in what people wrote and in the error of what is parked', async () => {
    const [original, store, file] = [await sqlite(), await open(), join(temporaryFolder(), 'export.jsonl')];
    const written = newEvent({ text: 'A line.\u2028Another.\u2029The last: é€🔨' });
    const { position } = await original.append('one', 'none', [written]);
    const event = { ...written, stream: 'one', revision: 0n, position };
    const parked = { event, reason: 'no\u2028and\u2029no', state: 'parked', stops: false } as const;
    await new ParkedEvents(original).keep('reactor:giver', [parked]);
    await exportLog(original, file, watching);
    await imported(store, file);
    expect(await contentsOf(store)).toEqual(await contentsOf(original));
    const adopted = new ParkedEvents(store);
    await adopted.load();
    expect(adopted.entries).toMatchObject([{ eventId: written.id, error: 'no\u2028and\u2029no' }]);
  });

  it('is not used while it is half of it, and goes on where it was broken off', async () => {
    const [{ file, original }, store] = [await exported(), await open()];
    let left = 3;
    const append: EventStore['append'] = (...write) => {
      if (left-- === 0) throw new Unavailable('Broken off.');
      return store.append(...write);
    };
    await expect(imported({ ...store, append }, file)).rejects.toThrow('Broken off.');
    await expect(refuseHalfImport(store)).rejects.toThrow(/holds half of what is being imported/);
    const { found, copied } = await imported(store, file);
    expect(found + copied).toBe(88);
    expect(found).toBeGreaterThan(0);
    await refuseHalfImport(store);
    expect(await contentsOf(store)).toEqual(await contentsOf(original));
    expect(await picturesOf(store)).toEqual(await picturesOf(original));
  });
});

describe('half of an import', () => {
  it('takes nothing that would keep the other half from coming, and is not passed on as a whole', async () => {
    const [{ file }, DATA_DIR] = [await exported(), temporaryFolder()];
    const out = temporaryFolder();
    const store = openSqliteEventStore({ file: join(DATA_DIR, 'events.db') });
    await store.records.put(importUnderWay, file, 'any');
    await store.close();
    for (const said of [
      ['audit', 'seal'],
      ['export', join(out, 'export.jsonl')],
      ['backup', join(out, 'backup')],
      ['keys', 'add', 'signing'],
      ['parked', 'retry', 'x'],
      ['copy', '--from', DATA_DIR, '--to', join(out, 'copy')],
    ]) {
      const { code, stderr } = await operate({ DATA_DIR }, ...said);
      expect({ code, stderr }, said.join(' ')).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^The log holds half of/),
      });
    }
    expect(readdirSync(out).filter((name) => name !== 'copy')).toEqual([]);
    // Keys that a start made here would lie where those belong that the log was begun with.
    await expect(startShop({ DATA_DIR })).rejects.toThrow(/^The log holds half of/);
    expect(readdirSync(DATA_DIR)).not.toContain('identity-keys.json');
    expect(await operate({ DATA_DIR }, 'import', file)).toMatchObject({ code: 0 });
  });
});

describe('where there is no log', () => {
  it('none is made by who only looks', async () => {
    const DATA_DIR = join(temporaryFolder(), 'mistyped');
    for (const said of [
      ['export', join(temporaryFolder(), 'export.jsonl')],
      ['audit', 'seal'],
      ['audit', 'prove', 'x'],
      ['backup', join(temporaryFolder(), 'backup')],
      ['parked'],
      ['books'],
      ['copy', '--from', DATA_DIR, '--to', temporaryFolder()],
    ]) {
      const { code, stderr } = await operate({ DATA_DIR }, ...said);
      expect({ code, stderr }, said.join(' ')).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^There is no log in/),
      });
    }
    expect(existsSync(DATA_DIR)).toBe(false);
  });
});

describe('an export', () => {
  it('has what no shop has written, and is imported with it', async () => {
    const [original, store, file] = [await sqlite(), await sqlite(), join(temporaryFolder(), 'export.jsonl')];
    const strange = [{}, [], null, 'by hand'].map((meta) => ({ ...newEvent(), meta }) as NewEvent);
    await original.append('tool-1', 'none', [...strange, newEvent(null, 'PictureUploaded'), newEvent()]);
    await exportLog(original, file, watching);
    expect(await imported(store, file)).toMatchObject({ copied: 6 });
    expect(await contentsOf(store)).toEqual(await contentsOf(original));
  });

  it('whose events are not numbered in a row is refused', async () => {
    const { file } = await exported();
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, lines.map((line) => line.replace('"revision":"2"', '"revision":"5"')).join('\n'));
    await expect(imported(await sqlite(), file)).rejects.toThrow(/does not follow the one before/);
  });

  it('that is not whole is refused before anything is written', async () => {
    const { file } = await exported();
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const wrong of [
      lines.slice(0, -2),
      lines.toSpliced(4, 1),
      lines.slice(1),
      lines.toSpliced(-3, 1),
      lines.map((line) => line.replace('"webp":"', '"webp":"?')),
      lines.toSpliced(4, 1, '{"no":1}'),
    ]) {
      const [store, broken] = [await sqlite(), join(temporaryFolder(), 'broken.jsonl')];
      writeFileSync(broken, wrong.join('\n'));
      await expect(imported(store, broken)).rejects.toThrow(Refusal);
      expect(await store.head()).toBe(0n);
    }
  });

  it('that has an event which would not be read again as it is, or would be too long to be, is refused', async () => {
    const { file } = await exported();
    const lines = readFileSync(file, 'utf8').split('\n');
    const withFirst = (other: object) =>
      lines.toSpliced(1, 1, JSON.stringify({ ...JSON.parse(lines[1] ?? ''), ...other }));
    const [none, long] = [/line 2 is none of one\.$/, /line 2 is too long for an event\.$/];
    const odd = ['a\0b', '\ud800'].flatMap((text) => [{ stream: text }, { id: text }, { type: text }]);
    const refused: [other: object, RegExp][] = odd.map((other) => [other, none]);
    for (const [other, said] of [...refused, [{ data: 'x'.repeat(2 * 1024 * 1024) }, long] as const]) {
      const broken = join(temporaryFolder(), 'broken.jsonl');
      writeFileSync(broken, withFirst(other).join('\n'));
      await expect(wholeExport(broken, signal), JSON.stringify(other).slice(0, 40)).rejects.toThrow(said);
    }
    const whole = join(temporaryFolder(), 'whole.jsonl');
    writeFileSync(whole, withFirst({ data: ['a\0b', '\ud800', 'x'.repeat(1024 * 1024)] }).join('\n'));
    expect(await imported(await sqlite(), whole)).toMatchObject({ copied: 88 });
  });

  it('makes the same shop of an empty one, of which people are known by the keys that are kept elsewhere', async () => {
    const [from, to, without] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const shop = await startShop({ DATA_DIR: from, SEED: 'demo' }, { passwords: quickPasswords });
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const person = await signUp(shop.origin, 'Zohra Unmistakable');
    const picture = await uploadedPicture(admin);
    await addTool(admin, { img: picture.img });
    await person.post('/booking', orderOf(person, await addTool(admin), 19.99));
    const everything = ['/tool', '/reviews', '/booking', '/user'];
    const seen = async (origin: string) => {
      const asAdmin = await signIn(origin, demoAdmin.email, demoPassword);
      return Promise.all(everything.map(async (path) => (await asAdmin.get(path)).body));
    };
    const before = await seen(shop.origin);
    const file = join(temporaryFolder(), 'export.jsonl');
    const done = await operate({ DATA_DIR: from }, 'export', file);
    expect(done).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Exported \d+ events, and pictures in 3 sizes\.\n$/),
    });
    await shop.close();
    expect(readFileSync(file, 'utf8')).not.toMatch(/Unmistakable|wrappedWith/);
    copyFileSync(join(from, 'identity-keys.json'), join(to, 'identity-keys.json'));
    const imported = await operate({ DATA_DIR: to }, 'import', file, '--keys-of', from, '--as', 'Ada');
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    const again = await startShop({ DATA_DIR: to, SEED: 'none' }, { passwords: quickPasswords });
    onTestFinished(() => again.close());
    expect(await seen(again.origin)).toEqual(before);
    expect(await picture.isShownAt(again.origin)).toBe(true);
    expect(await operate({ DATA_DIR: to }, 'verify')).toMatchObject({ code: 0 });
    const older = join(temporaryFolder(), 'older.jsonl');
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(older, asVersion1(lines).join('\n'));
    expect(await operate({ DATA_DIR: without }, 'import', older)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/has none of the pictures that were uploaded \(1\)/),
    });
    expect(await operate({ DATA_DIR: without }, 'import', file)).toMatchObject({
      code: 1,
      stderr: 'The store is not empty.\n',
    });
  });
});

/** The lines of an export as a release wrote them that knew no pictures. */
const asVersion1 = (lines: readonly string[]) =>
  lines
    .filter((line) => !line.startsWith('{"picture":'))
    .map((line) =>
      line.replace('"version":2', '"version":1').replace(/("end":true,"events":\d+),"pictures":\d+/, '$1'),
    );
