import type { DatabaseSync } from 'node:sqlite';
import { Unavailable, WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import { type Failure, failureOf } from './failure.ts';
import { type Job, type Outcome, takesAway } from './jobs.ts';
import type { OwnWrites } from './own-writes.ts';
import { type RecordWriter, recordWriter } from './record-writer.ts';
import { integer } from './rows.ts';
import { lastGivenOut } from './schema.ts';
import { type StreamWriter, streamWriter } from './stream-writer.ts';

/**
 * Commits jobs together, in their order: one wait for the disk for all of them. Each has a savepoint of its own, so
 * that one that is refused leaves nothing behind and does no harm to the others.
 */
export function groupCommit(database: DatabaseSync, file: string, own: OwnWrites): (jobs: readonly Job[]) => Outcome[] {
  const writers = { streams: streamWriter(database), records: recordWriter(database) };
  const [begin, commit, rollback, savepoint, release, undo] = [
    'BEGIN IMMEDIATE',
    'COMMIT',
    'ROLLBACK',
    'SAVEPOINT job',
    'RELEASE job',
    'ROLLBACK TO job',
  ].map((sql) => database.prepare(sql));
  const sequence = database.prepare(lastGivenOut);
  const reached = () => integer(sequence.get()?.seq ?? 0n);

  function attempt(job: Job): Outcome {
    savepoint?.run();
    try {
      const outcome = carryOut(writers, job);
      release?.run();
      return outcome;
    } catch (error) {
      // Some errors, a full disk for one, have already rolled back everything: then nothing of this group counts.
      if (!database.isTransaction) throw error;
      undo?.run();
      release?.run();
      return error instanceof WrongExpectedRevision ? { kind: 'refused', which: error.stream } : failureOf(error, file);
    }
  }

  return (jobs) => {
    let before: bigint | undefined;
    try {
      begin?.run();
      before = reached();
      own.begin(before);
      const outcomes = jobs.map(attempt);
      own.reach(reached());
      commit?.run();
      return jobs.some(takesAway) ? wiped(database, file, jobs, outcomes) : outcomes;
    } catch (error) {
      if (before !== undefined) own.reach(before);
      if (database.isTransaction) rollback?.run();
      return jobs.map(() => failureOf(error, file));
    }
  };
}

function carryOut({ streams, records }: { streams: StreamWriter; records: RecordWriter }, job: Job): Outcome {
  switch (job.kind) {
    case 'append': {
      const seen = new Map<string, bigint>();
      return { kind: 'appended', appended: job.appends.map((append) => streams.append(append, seen)) };
    }
    case 'delete':
      streams.delete(job.stream);
      return { kind: 'deleted' };
    case 'put':
      return { kind: 'put', version: records.put(job.key, job.value, job.expected) };
    case 'forget':
      records.delete(job.key);
      return { kind: 'deleted' };
  }
}

/**
 * What was deleted still stands in the write-ahead log until that is emptied. While a reader elsewhere prevents it,
 * the deletion does not count as done; asking again tries again.
 */
function wiped(database: DatabaseSync, file: string, jobs: readonly Job[], outcomes: Outcome[]): Outcome[] {
  let problem: Failure | undefined;
  try {
    const busy = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy;
    if (busy !== 0n) problem = failureOf(new Unavailable(`${file} is being read; the deletion is not complete.`), file);
  } catch (error) {
    problem = failureOf(error, file);
  }
  return outcomes.map((outcome, index) => (problem && isTakingAway(jobs[index]) ? problem : outcome));
}

const isTakingAway = (job: Job | undefined) => job !== undefined && takesAway(job);
