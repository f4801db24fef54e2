import { readdirSync, readFileSync, statSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { start } from '../../../modules/kernel/event-store.ts';
import { newLogFile, openLog } from '../../testing/logs/log-directory.ts';
import { ownTime } from '../../testing/measuring/own-time.ts';
import { newEvent, newEvents, pagesAfter } from '../contract/some-events.ts';
import { openSqliteEventStore } from '../sqlite.ts';
import { UnusableLog } from './unusable-log.ts';

const pageSize = 4096;

/** A log of some pages, closed. */
async function someLog(): Promise<string> {
  const file = newLogFile();
  const store = openSqliteEventStore({ file });
  for (let number = 0; number < 60; number += 1) {
    await store.append(`stream-${number % 20}`, 'any', [newEvent({ text: 'something '.repeat(40), number })]);
  }
  await store.close();
  return file;
}

function alter(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

function expectRefused(file: string, why: RegExp): void {
  const before = readFileSync(file);
  let problem: unknown;
  try {
    openSqliteEventStore({ file });
  } catch (error) {
    problem = error;
  }
  expect(problem).toBeInstanceOf(UnusableLog);
  expect(String(problem)).toContain(file);
  expect(String(problem)).toMatch(why);
  expect(readFileSync(file).equals(before)).toBe(true);
}

/** Everything that can be read of the log. */
async function readEverything(file: string): Promise<unknown> {
  const store = openSqliteEventStore({ file });
  try {
    const log = (await pagesAfter(store, start, 7)).flatMap(({ events }) => events);
    const streams = [];
    for (let number = 0; number < 20; number += 1) streams.push(await store.readStream(`stream-${number}`));
    return { log, streams };
  } finally {
    await store.close();
  }
}

describe('a file that is not a log', () => {
  it('is refused when it is no database', () => {
    const file = newLogFile();
    writeFileSync(file, 'Dear diary, '.repeat(1_000));
    expectRefused(file, /not a SQLite database/);
  });

  it('is refused when it is empty', () => {
    const file = newLogFile();
    writeFileSync(file, '');
    expectRefused(file, /empty/);
  });

  it('is refused when it is a database of something else', () => {
    const file = newLogFile();
    alter(file, 'CREATE TABLE events (position INTEGER PRIMARY KEY, stream TEXT)');
    expectRefused(file, /something else/);
  });

  it('is refused when it is of a newer version', async () => {
    const file = await someLog();
    alter(file, 'PRAGMA user_version = 3');
    expectRefused(file, /version 3, newer than 2/);
  });

  it('is brought to the version of today when it is of the first, which had no records beside it', async () => {
    const file = await someLog();
    alter(file, 'DROP TABLE records; PRAGMA user_version = 1');
    const store = openLog(file);
    await store.records.put('a', 'b', 'none');
    expect((await store.records.get('a'))?.value).toBe('b');
    expect((await store.readAll({ after: 0n, limit: 1 })).events).toHaveLength(1);
  });

  it.each([
    ['lost an index', 'DROP INDEX events_of_stream'],
    ['got another column', 'ALTER TABLE events ADD COLUMN more TEXT'],
    ['got another table', 'CREATE TABLE more (id INTEGER)'],
    ['got another table that is called almost like one of SQLite’s own', 'CREATE TABLE sqlitemine (id INTEGER)'],
    ['does something by itself', 'CREATE TRIGGER sqlitemine AFTER INSERT ON events BEGIN DELETE FROM events; END'],
  ])('is refused when it %s', async (_, sql) => {
    const file = await someLog();
    alter(file, sql);
    expectRefused(file, /its tables are not those of an event log/);
  });

  it('is refused when it forgot which positions were given out', async () => {
    const file = await someLog();
    alter(file, 'UPDATE sqlite_sequence SET seq = 3');
    expectRefused(file, /positions/);
  });

  it('is refused when only its write-ahead log is left', async () => {
    const file = newLogFile();
    writeFileSync(`${file}-wal`, 'left behind');
    expect(() => openSqliteEventStore({ file })).toThrow(/it is gone/);
    expect(readdirSync(dirname(file))).toEqual(['events.db-wal']);
  });
});

describe('a damaged log', () => {
  it('is refused when its last events are damaged', async () => {
    const file = await someLog();
    const content = readFileSync(file);
    content.write('nothing', content.lastIndexOf('something'));
    writeFileSync(file, content);
    expectRefused(file, /the event at position \d+ is damaged/);
  });

  it('says so when one changed letter is read, far from its end', async () => {
    const file = newLogFile();
    const store = openSqliteEventStore({ file });
    await store.append('old', 'none', [newEvent({ text: 'the truth' })]);
    await store.append('new', 'none', newEvents(500));
    await store.close();
    const content = readFileSync(file);
    content.write('T', content.indexOf('truth'));
    writeFileSync(file, content);

    const damaged = openLog(file);
    expect(await damaged.readStream('new')).toHaveLength(500);
    await expect(damaged.readStream('old')).rejects.toThrow(UnusableLog);
    await expect(damaged.readAll({ after: start, limit: 10 })).rejects.toThrow(UnusableLog);
    const batches = damaged.subscribe({ after: start, signal: new AbortController().signal });
    await expect(batches[Symbol.asyncIterator]().next()).rejects.toThrow(UnusableLog);
  });

  it('says so when an event is missing in the middle of its stream', async () => {
    const file = newLogFile();
    const store = openSqliteEventStore({ file });
    await store.append('old', 'none', newEvents(3));
    await store.close();
    alter(file, 'DELETE FROM events WHERE revision = 1');
    await expect(openLog(file).readStream('old')).rejects.toThrow(/no revision 1/);
  });

  it('is never read as something else, whichever page is damaged', async () => {
    const file = await someLog();
    const whole = readFileSync(file);
    const everything = await readEverything(file);
    const pages = statSync(file).size / pageSize;
    expect(pages).toBeGreaterThan(10);
    let refused = 0;
    for (let page = 0; page < pages; page += 1) {
      for (const damage of [0, 0xa5]) {
        writeFileSync(file, Buffer.from(whole).fill(damage, page * pageSize, (page + 1) * pageSize));
        const result = await readEverything(file).catch((error: unknown) => error);
        if (result instanceof UnusableLog) refused += 1;
        else expect(result, `page ${page}`).toEqual(everything);
      }
    }
    expect(refused).toBeGreaterThan(pages);
  });

  it('is never read as something else, wherever it was cut off', async () => {
    const file = await someLog();
    const whole = readFileSync(file);
    for (let length = whole.length - pageSize; length > 0; length -= pageSize) {
      writeFileSync(file, whole);
      truncateSync(file, length);
      const result = await readEverything(file).catch((error: unknown) => error);
      expect(result, `${length} bytes`).toBeInstanceOf(UnusableLog);
    }
  });
});

describe('a good log', () => {
  it('opens in far less than a second with 100,000 events', async () => {
    const file = newLogFile();
    const store = openSqliteEventStore({ file });
    for (let count = 0; count < 100; count += 1) await store.append(`stream-${count}`, 'none', newEvents(1_000));
    await store.close();
    const took = ownTime();
    const again = openLog(file);
    await again.head();
    expect(took()).toBeLessThan(300);
  });

  it('opens from a copy that SQLite made', async () => {
    const file = await someLog();
    const copy = `${file}.copy`;
    alter(file, `VACUUM INTO '${copy}'`);
    expect(await readEverything(copy)).toEqual(await readEverything(file));
    unlinkSync(copy);
  });
});
