import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { NearIds } from '../../http/idempotency/near-ids.ts';
import { newLogFile, openLog } from '../../testing/logs/log-directory.ts';
import { newEvents } from '../contract/some-events.ts';
import { groupCommit } from './group-commit.ts';
import type { Job } from './jobs.ts';
import { noWritesYet } from './own-writes.ts';

const atOnce = 32;

function beginning(id: string): Job {
  const events = newEvents(1).map(({ id: eventId, type }) => ({ id: eventId, type, data: '{}', meta: '{}' }));
  return { kind: 'append', appends: [{ stream: `booking-${id}`, expected: 'none', events }] };
}

/** How many bytes are written of so many new streams, in a log that has many. */
async function written(next: () => string): Promise<number> {
  const file = newLogFile();
  await openLog(file).close();
  const database = new DatabaseSync(file, { readBigInts: true });
  const group = groupCommit(database, file, noWritesYet(0n), 20);
  try {
    group.commit(Array.from({ length: 20_000 }, () => beginning(randomUUID())));
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    for (let commit = 0; commit < 10; commit++) group.commit(Array.from({ length: atOnce }, () => beginning(next())));
    return statSync(`${file}-wal`).size;
  } finally {
    database.close();
  }
}

describe('a log of many streams', () => {
  it('writes less than half for such as begin alike', async () => {
    const ids = new NearIds();
    expect(await written(() => ids.next())).toBeLessThan((await written(randomUUID)) / 2);
  });
});
