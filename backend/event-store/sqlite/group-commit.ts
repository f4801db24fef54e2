import type { DatabaseSync } from 'node:sqlite';
import { Unavailable, WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import { isBusy } from '../../runtime/sqlite/sqlite-fault.ts';
import { type Failure, failureOf } from './failure.ts';
import { type Job, type Outcome, takesAway } from './jobs.ts';
import type { OwnWrites } from './own-writes.ts';
import { type RecordWriter, recordWriter } from './record-writer.ts';
import { integer } from './rows.ts';
import { lastGivenOut } from './schema.ts';
import { type StreamWriter, streamWriter } from './stream-writer.ts';

/** How long another process's lock is waited for, and for how long between two tries, in milliseconds. */
const patience = 5_000;
const tryAgain = 1;
/** How long a deletion waits for whoever reads, in milliseconds: nobody's append is carried out meanwhile, and a backup reads for minutes. */
const untilRead = 200;
/** What is slept on. */
const still = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

export type GroupCommit = {
  /** Keeps others from writing until the next commit. What went wrong is given back. */
  begin(): Failure | undefined;
  /** Lets others write again, when they are kept from it. The next commit keeps them from it for itself. */
  giveBack(): void;
  /**
   * Commits jobs together, in their order: one wait for the disk for all of them. Each has a savepoint of its own, so
   * that one that is refused leaves nothing behind and does no harm to the others.
   */
  commit(jobs: readonly Job[]): Outcome[];
};

/** @param waitFor how long another process's lock is waited for, in milliseconds */
export function groupCommit(database: DatabaseSync, file: string, own: OwnWrites, waitFor = patience): GroupCommit {
  const writers = { streams: streamWriter(database), records: recordWriter(database) };
  const [lock, commit, rollback, savepoint, release, undo] = [
    'BEGIN IMMEDIATE',
    'COMMIT',
    'ROLLBACK',
    'SAVEPOINT job',
    'RELEASE job',
    'ROLLBACK TO job',
  ].map((sql) => database.prepare(sql));
  const sequence = database.prepare(lastGivenOut);
  const reached = () => integer(sequence.get()?.seq ?? 0n);
  setPatience(database, 0);

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

  /** How far the log went when this process got the lock; undefined when it does not have it. */
  let before: bigint | undefined;

  function begin(): void {
    before = undefined;
    const until = performance.now() + waitFor;
    while (!isLocked()) {
      if (performance.now() > until) throw new Unavailable(`${file} is kept by another process.`);
      Atomics.wait(still, 0, 0, tryAgain);
    }
    before = reached();
    own.begin(before);
  }

  function giveUp(): void {
    if (before !== undefined) own.reach(before);
    if (database.isTransaction) rollback?.run();
  }

  /** Tried every millisecond: SQLite's own waiting gets longer with each try, up to 100 ms, and whoever writes much is back by then. */
  function isLocked(): boolean {
    try {
      lock?.run();
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  }

  function carriedOut(jobs: readonly Job[]): Outcome[] {
    try {
      if (before === undefined) begin();
      const outcomes = jobs.map(attempt);
      own.reach(reached());
      commit?.run();
      return jobs.some(takesAway) ? wiped({ database, file }, jobs, outcomes) : outcomes;
    } catch (error) {
      giveUp();
      return jobs.map(() => failureOf(error, file));
    } finally {
      before = undefined;
    }
  }

  return {
    begin() {
      try {
        begin();
        return undefined;
      } catch (error) {
        giveUp();
        before = undefined;
        return failureOf(error, file);
      }
    },
    giveBack() {
      giveUp();
      before = undefined;
    },
    commit: carriedOut,
  };
}

/** For how long SQLite itself waits for others' locks, in milliseconds. */
function setPatience(database: DatabaseSync, milliseconds: number): void {
  database.exec(`PRAGMA busy_timeout = ${milliseconds}`);
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
      records.delete(job.key, job.expected);
      return { kind: 'deleted' };
  }
}

/**
 * What was deleted still stands in the write-ahead log until that is emptied. While a reader elsewhere prevents it,
 * the deletion does not count as done; asking again tries again.
 */
function wiped(
  { database, file }: { database: DatabaseSync; file: string },
  jobs: readonly Job[],
  outcomes: Outcome[],
): Outcome[] {
  let problem: Failure | undefined;
  try {
    setPatience(database, untilRead);
    const busy = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy;
    if (busy !== 0n) problem = failureOf(new Unavailable(`${file} is being read; the deletion is not complete.`), file);
  } catch (error) {
    problem = failureOf(error, file);
  } finally {
    setPatience(database, 0);
  }
  return outcomes.map((outcome, index) => (problem && isTakingAway(jobs[index]) ? problem : outcome));
}

const isTakingAway = (job: Job | undefined) => job !== undefined && takesAway(job);
