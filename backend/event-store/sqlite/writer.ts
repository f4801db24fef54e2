import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { Busy, Unavailable } from '../../../modules/kernel/errors.ts';
import type { Turn } from '../../../modules/kernel/event-store.ts';
import { forMuchAtOnce, startThread } from '../../runtime/processes/thread.ts';
import { Checkpointer } from '../../runtime/sqlite/checkpointer.ts';
import { errorOf, type Failure, failureOf } from './failure.ts';
import { pagesOf, pagesOfCommit, sizeOf } from './job-size.ts';
import type { Job, Outcome } from './jobs.ts';
import type { OwnWrites } from './own-writes.ts';
import { longestTurn, packJobs, type Reply, type Request, unpackOutcomes } from './packed.ts';
import { telling } from './telling.ts';

/** How much is committed together at most, so that no append waits long for others: jobs, and characters of events. */
const largestGroup = { jobs: 1_000, characters: 8 * 1024 * 1024 };

/** How much may wait for the disk. A slow disk would otherwise fill the memory, and those who wait would have gone. */
const mostWaiting = { jobs: 10_000, characters: 64 * 1024 * 1024 };

/** The writing side of the log: carries out jobs one after the other, in a thread of its own. */
export type Writer = {
  /**
   * Resolves when the job is on disk, or could not be carried out.
   * @param options.settled told of the outcome before anybody else is, and before `onCommit`
   * @param options.turn what was taken for it
   * @throws Busy when too much waits already.
   */
  carryOut(
    job: Job,
    options?: { readonly settled?: (outcome: Outcome, size: number) => void; readonly turn?: Turn | undefined },
  ): Promise<Outcome>;
  /** Whether something is on its way to the disk of which nobody has been told. */
  readonly isAtWork: boolean;
  /** How many jobs are not done, those that are being written included. */
  readonly waiting: number;
  /** Keeps other processes from writing, until something is carried out in this turn. @throws Unavailable */
  takeTurn(): Promise<Turn>;
  /** Waits for what has been asked. */
  close(): Promise<void>;
};

type Taker = { readonly resolve: (turn: Turn) => void; readonly reject: (reason: unknown) => void };
type Waiting = { readonly job: Job; readonly size: number; readonly settle: (outcome: Outcome) => void };

/**
 * @param own is told what the writer writes
 * @param onCommit called after a group, before those who wait for it go on; of a large one for each few.
 */
export function startWriter(file: string, own: OwnWrites, onCommit: () => void): Writer {
  /** Whether the thread is at work, or has a turn. */
  let isAtWork = false;
  /** While the thread has been asked for a whole checkpoint. */
  let moving: PromiseWithResolvers<void> | undefined;
  const checkpointer = new Checkpointer(file, async () => {
    if (!thread) return;
    moving = Promise.withResolvers();
    tell(thread, { kind: 'checkpoint' });
    await moving.promise;
  });
  let waiting: Waiting[] = [];
  let waitingCharacters = 0;
  let underway: Waiting[] = [];
  /** Those who want a turn, the one whose turn is beginning, and the turn that is. */
  const takers: Taker[] = [];
  let beginning: Taker | undefined;
  let turn: Turn | undefined;
  const told = telling(onCommit);
  let thread: Worker | undefined;
  let isIdle = true;
  let idle = Promise.withResolvers<void>();
  idle.resolve();

  function wake(): void {
    if (!isIdle) return;
    isIdle = false;
    idle = Promise.withResolvers();
    // Those who ask in the same turn of the event loop go together.
    queueMicrotask(send);
  }

  function send(): void {
    isAtWork = false;
    const { busy } = checkpointer;
    if (busy) {
      void busy.then(send);
      return;
    }
    beginning = takers.shift();
    if (beginning) post({ kind: 'begin' });
    else if (waiting.length > 0) commit();
    else {
      isIdle = true;
      rest();
      idle.resolve();
    }
  }

  function rest(): void {
    if (isIdle && !moving) thread?.unref();
  }

  function commit(): void {
    underway = nextGroup();
    post({ kind: 'commit', jobs: packJobs(underway.map(({ job }) => job)) });
  }

  function post(request: Request): void {
    isAtWork = true;
    thread ??= start();
    tell(thread, request);
  }

  function tell(thread: Worker, request: Request): void {
    thread.ref();
    thread.postMessage(request);
  }

  function moved(): void {
    moving?.resolve();
    moving = undefined;
    rest();
  }

  function begun(failure: Failure | undefined): void {
    const taker = beginning;
    beginning = undefined;
    if (failure || !taker) {
      taker?.reject(errorOf(failure ?? failureOf(noAnswer, file)));
      send();
      return;
    }
    const timer = setTimeout(() => taken.giveBack(), longestTurn);
    const taken: Turn = {
      giveBack() {
        clearTimeout(timer);
        if (turn !== taken) return;
        turn = undefined;
        commit(); // Of whatever waits, be it nothing.
      },
    };
    turn = taken;
    taker.resolve(taken);
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
    checkpointer.wrote(group.reduce((pages, { job, size }) => pages + pagesOf(job, size), pagesOfCommit));
    // The next group is on its way before this one's callers run.
    send();
    told.tell(
      group.map(
        ({ settle }, index) =>
          () =>
            settle(outcomeOf(index) ?? failureOf(noAnswer, file)),
      ),
    );
  }

  function start(): Worker {
    const workerData = { file, shared: own.shared };
    const worker = startThread(new URL('./writer-thread.ts', import.meta.url), workerData, forMuchAtOnce);
    let cause: unknown;
    worker.on('message', (reply: Reply) => {
      if (reply === 'moved') return moved();
      if ('begun' in reply) return begun(reply.begun);
      const jobs = underway.map(({ job }) => job);
      const outcomes = unpackOutcomes(reply, jobs);
      settle((index) => outcomes[index]);
    });
    worker.on('error', (error) => {
      cause = error;
    });
    // A thread that ends by itself fails what it had underway; the next job starts another.
    worker.on('exit', () => {
      if (thread !== worker) return;
      thread = undefined;
      moved();
      if (beginning) begun(failureOf(cause ?? noAnswer, file));
      else if (turn) turn.giveBack();
      else if (isAtWork) settle(() => failureOf(cause ?? noAnswer, file));
    });
    return worker;
  }

  return {
    get isAtWork() {
      return underway.length > 0 || told.isUnderWay;
    },
    get waiting() {
      return waiting.length + underway.length;
    },
    async carryOut(job, { settled, turn: own } = {}) {
      const size = sizeOf(job);
      const isFull =
        own === undefined && (waiting.length >= mostWaiting.jobs || waitingCharacters + size > mostWaiting.characters);
      // One alone is always taken, however large it is.
      if (isFull && waiting.length > 0) throw new Busy('Too much is being written at this moment. Please try again.');
      waitingCharacters += size;
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      const settle = (outcome: Outcome) => {
        settled?.(outcome, size);
        resolve(outcome);
      };
      if (own !== undefined && own === turn) {
        waiting.unshift({ job, size, settle });
        own.giveBack();
        return promise;
      }
      waiting.push({ job, size, settle });
      wake();
      return promise;
    },
    takeTurn() {
      const { promise, resolve, reject } = Promise.withResolvers<Turn>();
      takers.push({ resolve, reject });
      wake();
      return promise;
    },
    async close() {
      await idle.promise;
      await told.over();
      await checkpointer.close();
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
