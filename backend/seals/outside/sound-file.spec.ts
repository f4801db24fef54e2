import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { schema } from '../../event-store/sqlite/schema.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { happen, sealing, somebody } from '../../testing/logs/sealed-log.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openAuditedFile } from '../audited-log.ts';
import { verifyLog } from '../verify-log.ts';

async function sealedLog() {
  const folder = temporaryFolder();
  const file = join(folder, 'events.db');
  const { sealerOf, believed } = await sealing(join(folder, 'seals.jsonl'));
  const store = openSqliteEventStore({ file });
  await happen(store, 20);
  await sealerOf(store).seal(somebody);
  await store.deleteStream('nobody');
  await store.close();
  return { file, believed };
}

async function verified({ file, believed }: Awaited<ReturnType<typeof sealedLog>>) {
  const log = openAuditedFile(file);
  try {
    return await verifyLog(log, { outside: [], believed });
  } finally {
    log.close();
  }
}

const ofStream = schema.events_of_stream;
const cases: [what: string, sql: string, said: RegExp][] = [
  [
    'whose index of streams misses an event',
    `PRAGMA writable_schema = ON; DROP INDEX events_of_stream; ${ofStream} WHERE position <> 7;
     UPDATE sqlite_schema SET sql = '${ofStream}' WHERE name = 'events_of_stream'; PRAGMA writable_schema = RESET`,
    /^The file is not sound: .*events_of_stream/,
  ],
  ['without the index of streams', 'DROP INDEX events_of_stream', /^The file lacks what a log has: events_of_stream/],
  [
    'that does something by itself',
    'CREATE TRIGGER mine AFTER INSERT ON events BEGIN DELETE FROM events WHERE position = new.position; END',
    /^The file has what no log has, or has otherwise: mine/,
  ],
  [
    'that does something by itself under a name that is almost one of SQLite’s own',
    'CREATE TRIGGER sqlitemine AFTER INSERT ON events BEGIN DELETE FROM events WHERE position = new.position; END',
    /^The file has what no log has, or has otherwise: sqlitemine/,
  ],
  [
    'that does something by itself under a name of SQLite’s own',
    `CREATE TRIGGER mine AFTER INSERT ON events BEGIN DELETE FROM events; END; PRAGMA writable_schema = ON;
     UPDATE sqlite_schema SET name = 'sqlite_mine', sql = replace(sql, 'mine', 'sqlite_mine') WHERE name = 'mine';
     PRAGMA writable_schema = RESET`,
    /^The file has what no log has, or has otherwise: sqlite_mine/,
  ],
  [
    'that calls a stream deleted which is there',
    'INSERT INTO deleted_streams SELECT stream, 99 FROM events WHERE position = 7',
    /^The file says that booking-.* was deleted/,
  ],
  [
    'that gives positions out again',
    "UPDATE sqlite_sequence SET seq = 3 WHERE name = 'events'",
    /^The file has forgotten/,
  ],
];

describe('a log with nothing altered that is sealed', () => {
  it('is whole as the shop left it', async () => {
    expect(await verified(await sealedLog())).toMatchObject({ isWhole: true, unsound: [] });
  });

  it.each(cases)('in a file %s is not called whole', async (_, sql, said) => {
    const log = await sealedLog();
    const database = new DatabaseSync(log.file, { defensive: false });
    database.exec(sql);
    database.close();
    const { isWhole, unsound, difference, wrong } = await verified(log);
    expect({ isWhole, difference, wrong }).toEqual({ isWhole: false, difference: undefined, wrong: [] });
    expect(unsound[0]).toMatch(said);
  });
});
