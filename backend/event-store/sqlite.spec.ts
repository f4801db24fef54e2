import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { start } from '../../modules/kernel/event-store.ts';
import { newLogFile, openLog } from '../testing/logs/log-directory.ts';
import { newEvent } from './contract/some-events.ts';
import { eventStoreContract } from './contract.ts';
import { openSqliteEventStore } from './sqlite.ts';

const directory = mkdtempSync(join(tmpdir(), 'events-'));
afterAll(() => rmSync(directory, { recursive: true }));

eventStoreContract(
  'the event log in SQLite',
  async () => openSqliteEventStore({ file: join(directory, 'events.db') }),
  { appendToSeveral: true },
);

describe('a subscriber', () => {
  it('sees what its own process appends without asking the log again and again', async () => {
    const store = openSqliteEventStore({ file: newLogFile(), pollInterval: 3_600_000 });
    const { signal } = new AbortController();
    const batches = store.subscribe({ after: start, signal })[Symbol.asyncIterator]();
    await batches.next();
    const next = batches.next();
    const event = newEvent();
    await store.append('stream', 'none', [event]);
    expect((await next).value).toMatchObject({ events: [{ id: event.id }], caughtUp: true });
    await batches.return?.();
    await store.close();
  });
});

describe('the keys of very many records', () => {
  it('are read a few at a time, with others on the event loop in between', async () => {
    const file = newLogFile();
    const store = openSqliteEventStore({ file });
    const database = new DatabaseSync(file);
    database.exec(`WITH RECURSIVE some (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM some WHERE n < 20000)
      INSERT INTO records (key, value, version) SELECT 'picture:' || n, '', n FROM some`);
    database.close();
    let [found, atOnce, mostAtOnce] = [0, 0, 0];
    let round = setImmediate(function next() {
      atOnce = 0;
      round = setImmediate(next);
    });
    for await (const _ of store.records.keys('picture:')) {
      found += 1;
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
    }
    clearImmediate(round);
    expect(found).toBe(20_000);
    // Several pages where a machine is fast.
    expect(mostAtOnce).toBeLessThan(10_000);
    await store.close();
  });
});

describe('a log that was taken away', () => {
  it('is unavailable, and no other is made in its place', async () => {
    const file = newLogFile();
    const store = openLog(file);
    await rename(file, `${file}.away`);
    await expect(store.append('stream', 'none', [newEvent()])).rejects.toThrow(Unavailable);
    expect(existsSync(file)).toBe(false);
    await rename(`${file}.away`, file);
    expect(await store.append('stream', 'none', [newEvent()])).toMatchObject({ revision: 0n });
  });
});
