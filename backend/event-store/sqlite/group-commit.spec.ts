import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newLogFile, openLog } from '../../testing/logs/log-directory.ts';
import { ownTime } from '../../testing/measuring/own-time.ts';
import { newEvents } from '../contract/some-events.ts';
import { groupCommit } from './group-commit.ts';
import type { Job } from './jobs.ts';
import { noWritesYet } from './own-writes.ts';

/** Milliseconds that another process's lock is waited for. */
const patience = 20;

async function someDatabase(): Promise<{ file: string; database: DatabaseSync }> {
  const file = newLogFile();
  await openLog(file).close();
  const database = new DatabaseSync(file, { readBigInts: true });
  onTestFinished(() => database.close());
  return { file, database };
}

function append(stream: string, count: number, size = 10): Job {
  const events = newEvents(count).map(({ id, type }) => ({ id, type, data: `"${'x'.repeat(size)}"`, meta: '{}' }));
  return { kind: 'append', appends: [{ stream, expected: 'none', events }] };
}

const countOf = (database: DatabaseSync, stream: string) =>
  database.prepare('SELECT count(*) AS count FROM events WHERE stream = ?').get(stream)?.count;

describe('a group of jobs', () => {
  it('is carried out in its order, and what is refused does no harm to the rest', async () => {
    const { file, database } = await someDatabase();
    const jobs = [
      append('a', 2),
      append('a', 1),
      append('b', 3),
      { kind: 'delete', stream: 'b' },
      append('b', 1),
    ] as const;
    const outcomes = groupCommit(database, file, noWritesYet(0n), patience).commit(jobs);
    expect(outcomes).toMatchObject([
      { kind: 'appended', appended: [{ revision: 1n, position: 2n }] },
      { kind: 'refused', which: 'a' },
      { kind: 'appended', appended: [{ revision: 2n, position: 5n }] },
      { kind: 'deleted' },
      { kind: 'appended', appended: [{ revision: 3n, position: 6n }] },
    ]);
    expect([countOf(database, 'a'), countOf(database, 'b')]).toEqual([2n, 1n]);
  });

  it('keeps nothing of a job that fails in the middle', async () => {
    const { file, database } = await someDatabase();
    database.exec(`CREATE TEMP TRIGGER third BEFORE INSERT ON events WHEN new.revision = 2
      BEGIN SELECT raise(ABORT, 'not a third'); END`);
    const outcomes = groupCommit(database, file, noWritesYet(0n), patience).commit([
      append('a', 2),
      append('b', 4),
      append('c', 1),
    ]);
    expect(outcomes).toMatchObject([
      { kind: 'appended' },
      { kind: 'failed', as: 'unforeseen', error: { message: 'not a third' } },
      { kind: 'appended', appended: [{ revision: 0n, position: 3n }] },
    ]);
    expect(['a', 'b', 'c'].map((stream) => countOf(database, stream))).toEqual([2n, 0n, 1n]);
  });

  it('fails as unavailable when another process keeps the log for itself', async () => {
    const { file, database } = await someDatabase();
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    const { commit } = groupCommit(database, file, noWritesYet(0n), patience);
    expect(commit([append('a', 1), append('b', 1)])).toMatchObject([
      { kind: 'failed', as: 'unavailable' },
      { kind: 'failed', as: 'unavailable' },
    ]);
    other.exec('ROLLBACK');
    other.close();
    expect(commit([append('a', 1)])).toMatchObject([{ kind: 'appended' }]);
  });

  it('has in the log exactly what it says was appended, when the disk is full', async () => {
    const { file, database } = await someDatabase();
    database.exec('PRAGMA max_page_count = 20');
    const { commit } = groupCommit(database, file, noWritesYet(0n), patience);
    const streams = ['a', 'b', 'c', 'd'];
    const outcomes = commit([append('a', 1), append('b', 3, 100_000), append('c', 1), append('d', 3, 100_000)]);
    expect(outcomes[1]).toMatchObject({ kind: 'failed', as: 'no room' });
    for (const [index, stream] of streams.entries()) {
      expect(countOf(database, stream), stream).toBe(outcomes[index]?.kind === 'appended' ? 1n : 0n);
    }
    database.exec('PRAGMA max_page_count = 10000');
    expect(commit([append('b', 3, 100_000)])).toMatchObject([{ kind: 'appended', appended: [{ revision: 2n }] }]);
  });

  it('does not count a deletion as done while a reader keeps it in the write-ahead log, and keeps nobody waiting for that', async () => {
    const { file, database } = await someDatabase();
    const { commit } = groupCommit(database, file, noWritesYet(0n));
    commit([append('a', 1)]);
    const reader = new DatabaseSync(file);
    reader.exec('BEGIN; SELECT * FROM events');
    reader.prepare('SELECT * FROM events').all();
    const took = ownTime();
    expect(commit([{ kind: 'delete', stream: 'a' }])).toMatchObject([{ kind: 'failed', as: 'unavailable' }]);
    expect(took()).toBeLessThan(2_000); // Orders wait behind it, and a backup reads for minutes.
    reader.exec('COMMIT');
    reader.close();
    expect(commit([{ kind: 'delete', stream: 'a' }])).toEqual([{ kind: 'deleted' }]);
  });
});
