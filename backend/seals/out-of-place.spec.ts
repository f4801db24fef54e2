import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { Conflict } from '../../modules/kernel/errors.ts';
import type { EventTexts } from '../event-store/sqlite/rows.ts';
import { checksumOf } from '../event-store/sqlite/rows.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { happen, sealing, sealsOfFile, somebody } from '../testing/logs/sealed-log.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openAuditedFile } from './audited-log.ts';
import { verifyLog } from './verify-log.ts';

/** A log of 40 events that are sealed, and 2 that are not. */
async function sealedLog() {
  const folder = temporaryFolder();
  const [file, outside] = [join(folder, 'events.db'), join(folder, 'seals.jsonl')];
  const { sealerOf, believed } = await sealing(outside);
  const store = openSqliteEventStore({ file });
  await happen(store, 20);
  await sealerOf(store).seal(somebody);
  await happen(store, 1);
  await store.close();
  const verified = async () => {
    const log = openAuditedFile(file);
    try {
      return await verifyLog(log, { outside: await sealsOfFile(outside), believed });
    } finally {
      log.close();
    }
  };
  return { file, outside, sealerOf, verified };
}

function change(file: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file);
  work(database);
  database.close();
}

/** One more event in the stream of the first, whose number is the next there and whose sum is right. */
function insertAt(database: DatabaseSync, position: bigint): void {
  const like = database.prepare('SELECT * FROM events ORDER BY position LIMIT 1').get() as EventTexts & {
    stream: string;
  };
  const row = { ...like, id: crypto.randomUUID() };
  database
    .prepare('INSERT INTO events VALUES (?, ?, 2, ?, ?, ?, ?, 0, ?)')
    .run(position, row.stream, row.id, row.type, row.data, row.meta, checksumOf(row.stream, 2n, row));
}

describe('an event at a position that no shop gives out', () => {
  it.each([-7n, 0n])('is found before the first, at %s, where only its stream leads to it', async (position) => {
    const { file, sealerOf, verified } = await sealedLog();
    change(file, (database) => insertAt(database, position));
    const store = openSqliteEventStore({ file });
    const [{ stream } = { stream: '' }] = (await store.readAll({ after: 0n, limit: 1 })).events;
    expect(await store.readStream(stream)).toHaveLength(3);
    await expect(sealerOf(store).seal(somebody)).rejects.toThrow(Conflict);
    await store.close();
    expect(await verified()).toMatchObject({ isWhole: false, difference: { what: 'damaged', position } });
  });

  it.each([10n ** 12n, 2n ** 63n - 1n])(
    'is found far behind the last, at %s, as soon as any other',
    async (position) => {
      const { file, verified } = await sealedLog();
      change(file, (database) => database.prepare('UPDATE events SET position = ? WHERE position = 7').run(position));
      expect(await verified()).toMatchObject({ isWhole: false, difference: { position: 7n } });
    },
  );

  it('and one whose number in its stream no shop gives out, are named', async () => {
    const { file, verified } = await sealedLog();
    change(file, (database) => database.prepare('UPDATE events SET revision = ? WHERE position = 7').run(2n ** 62n));
    expect(await verified()).toMatchObject({ isWhole: false, difference: { position: 7n } });
  });
});

describe('a log whose seals are gone', () => {
  it('is not whole, also when those outside are gone with them', async () => {
    const { file, outside, verified } = await sealedLog();
    rmSync(outside);
    expect(await verified()).toMatchObject({ isWhole: true, provenOutside: 0 });
    change(file, (database) => database.exec("DELETE FROM events WHERE stream = 'seals'"));
    expect(await verified()).toMatchObject({ isWhole: false, wrong: ['Seal 0 was removed from the log.'] });
    change(file, (database) => database.exec("UPDATE records SET value = '{' WHERE key = 'seal-edge'"));
    expect(await verified()).toMatchObject({ isWhole: true, proven: undefined });
  });
});

describe('an event that no shop can have written', () => {
  const update = (set: string) => (database: DatabaseSync) =>
    database.exec(`UPDATE events SET ${set} WHERE position = 7`);
  const cases: [what: string, change: (database: DatabaseSync) => void][] = [
    ['whose sum is more than a number holds', update('checksum = 9007199254740993')],
    [
      'whose data are nested deeper than anybody reads',
      update(`data = '${'['.repeat(100_000)}${']'.repeat(100_000)}'`),
    ],
  ];

  it.each(cases)('is named by its position, %s', async (_, alter) => {
    const { file, verified } = await sealedLog();
    change(file, alter);
    expect(await verified()).toMatchObject({ isWhole: false, difference: { position: 7n } });
  });
});
