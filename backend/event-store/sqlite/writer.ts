import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Busy, Unavailable } from '../../../modules/kernel/errors.ts';
import { failureOf } from './failure.ts';
import type { Job, Outcome } from './jobs.ts';
import type { OwnWrites } from './own-writes.ts';
import { type Packed, packJobs, type Request, unpackOutcomes } from './packed.ts';

/** How much is committed together at most, so that no append waits long for others: jobs, and characters of events. */
const largestGroup = { jobs: 1_000, characters: 8 * 1024 * 1024 };

/** How much may wait for the disk. A slow disk would otherwise fill the memory, and those who wait would have gone. */
const mostWaiting = { jobs: 10_000, characters: 64 * 1024 * 1024 };

/** The writing side of the log: carries out jobs one after the other, in a thread of its own. */
export type Writer = {
  /**
   * Resolves when the job is on disk, or could not be carried out.
   * @param settled told of the outcome before anybody else is, and before `onCommit`
   * @throws Busy when too much waits already.
   */
  carryOut(job: Job, settled?: (outcome: Outcome, size: number) => void): Promise<Outcome>;
  /** Waits for what has been asked. */
  close(): Promise<void>;
};

type Waiting = { readonly job: Job; readonly size: number; readonly settle: (outcome: Outcome) => void };

/**
 * @param own is told what the writer writes
 * @param onCommit called after each group, before those who wait for it hear of it.
 */
export function startWriter(file: string, own: OwnWrites, onCommit: () => void): Writer {
  let waiting: Waiting[] = [];
  let waitingCharacters = 0;
  let underway: Waiting[] = [];
  let thread: Worker | undefined;
  let idle = Promise.withResolvers<void>();
  idle.resolve();

  function send(): void {
    underway = nextGroup();
    if (underway.length === 0) {
      thread?.unref();
      idle.resolve();
      return;
    }
    thread ??= start();
    thread.ref();
    const request: Request = { kind: 'commit', jobs: packJobs(underway.map(({ job }) => job)) };
    thread.postMessage(request);
  }

  function nextGroup(): Waiting[] {
    let count = 0;
    let characters = 0;
    while (count < waiting.length && count < largestGroup.jobs && characters < largestGroup.characters) {
      characters += waiting[count]?.size ?? 0;
      count += 1;
    }
    waitingCharacters -= characters;
    const group = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return group;
  }

  function settle(outcomeOf: (index: number) => Outcome | undefined): void {
    const group = underway;
    underway = [];
    // The next group is on its way before this one's callers run.
    send();
    for (const [index, { settle }] of group.entries()) settle(outcomeOf(index) ?? failureOf(noAnswer, file));
    onCommit();
  }

  function start(): Worker {
    // It needs nothing of the environment; under `node --watch` the environment would make it report to nobody and end.
    const workerData = { file, shared: own.shared };
    const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData, env: {} });
    let cause: unknown;
    worker.on('message', (packed: Packed<Outcome>) => {
      const jobs = underway.map(({ job }) => job);
      const outcomes = unpackOutcomes(packed, jobs);
      settle((index) => outcomes[index]);
    });
    worker.on('error', (error) => {
      cause = error;
    });
    // A thread that ends by itself fails what it had underway; the next job starts another.
    worker.on('exit', () => {
      if (thread !== worker) return;
      thread = undefined;
      if (underway.length > 0) settle(() => failureOf(cause ?? noAnswer, file));
    });
    return worker;
  }

  return {
    async carryOut(job, settled) {
      const size = sizeOf(job);
      const isFull = waiting.length >= mostWaiting.jobs || waitingCharacters + size > mostWaiting.characters;
      // One alone is always taken, however large it is.
      if (isFull && waiting.length > 0) throw new Busy('Too much is being written at this moment. Please try again.');
      waitingCharacters += size;
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      if (waiting.length === 0 && underway.length === 0) {
        idle = Promise.withResolvers();
        // Those who ask in the same turn go together.
        queueMicrotask(send);
      }
      const settle = (outcome: Outcome) => {
        settled?.(outcome, size);
        resolve(outcome);
      };
      waiting.push({ job, size, settle });
      return promise;
    },
    async close() {
      await idle.promise;
      const closing = thread;
      if (!closing) return;
      thread = undefined;
      closing.ref();
      const end: Request = { kind: 'close' };
      closing.postMessage(end);
      await once(closing, 'exit');
    },
  };
}

const noAnswer = new Unavailable('The writer of the event log ended.');

function sizeOf(job: Job): number {
  if (job.kind === 'put') return job.value.length;
  if (job.kind !== 'append') return 0;
  let size = 0;
  for (const { events } of job.appends) for (const { data, meta } of events) size += data.length + meta.length;
  return size;
}
