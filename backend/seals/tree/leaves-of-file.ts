import type { Worker } from 'node:worker_threads';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import { errorOf } from '../../event-store/sqlite/failure.ts';
import { startThread } from '../../runtime/processes/thread.ts';
import { background, pieceOfWork } from '../../runtime/scheduling/background.ts';
import { FileLeaves, type Stretch } from './file-leaves.ts';
import type { Leaves } from './leaf.ts';
import type { FromLeavesThread } from './leaves-thread.ts';
import { unpackedLeaves } from './packed-leaves.ts';

/** Threads that read: hashing takes several times as long as reading, and more would wait for the same two cores. */
const threads = 2;
/** Positions that a thread is told of at a time. */
const stretchOfThread = 2_000n;
/** So much is sooner read than threads are started. */
const worthThreads = 20_000n;

type Wanted = Stretch & {
  readonly signal: AbortSignal | undefined;
  /** Whether who asks goes away after the first, mostly, for which no threads are started. */
  readonly isForFew: boolean;
};

/**
 * The leaves of a stretch of a log in SQLite, in order: in threads of their own when there are many. Before them comes what
 * is in the file and at no position of a log.
 */
export async function* leavesOfFile(file: string, wanted: Wanted): AsyncGenerator<Leaves, void, undefined> {
  const log = new FileLeaves(file);
  try {
    yield { leaves: [], damaged: log.outOfPlace(), position: wanted.after };
    const isWorthThreads = !wanted.isForFew && wanted.upTo - wanted.after > worthThreads;
    yield* isWorthThreads ? inThreads(file, log, wanted) : here(log, wanted);
  } finally {
    log.close();
  }
}

async function* here(log: FileLeaves, { signal, ...wanted }: Wanted): AsyncGenerator<Leaves, void, undefined> {
  for (const stretch of stretchesOf(log, wanted, BigInt(pieceOfWork))) {
    signal?.throwIfAborted();
    yield { ...(await background.run(async () => log.in(stretch))), position: stretch.upTo };
  }
}

async function* inThreads(
  file: string,
  log: FileLeaves,
  { signal, ...wanted }: Wanted,
): AsyncGenerator<Leaves, void, undefined> {
  const readers = Array.from({ length: threads }, () => new LeafReader(file));
  const stretches = stretchesOf(log, wanted, stretchOfThread);
  const asked: Promise<Leaves>[] = [];
  let turn = 0;
  const askNext = () => {
    const { value: stretch } = stretches.next();
    const reader = readers[turn++ % threads];
    if (stretch && reader) asked.push(reader.read(stretch));
  };
  try {
    // Two each: one is read while the other is taken.
    for (let ahead = 0; ahead < 2 * threads; ahead++) askNext();
    for (let next = asked.shift(); next; next = asked.shift()) {
      signal?.throwIfAborted();
      const leaves = await next;
      askNext();
      yield leaves;
    }
  } finally {
    await Promise.all(readers.map((reader) => reader.close()));
  }
}

/** A thread that reads, and answers in the order in which it is asked. */
class LeafReader {
  readonly #thread: Worker;
  readonly #asked: { readonly stretch: Stretch; readonly answer: PromiseWithResolvers<Leaves> }[] = [];

  constructor(file: string) {
    this.#thread = startThread(new URL('./leaves-thread.ts', import.meta.url), file);
    this.#thread.on('message', (message: FromLeavesThread) => this.#hear(message));
    this.#thread.on('error', (reason) => this.#giveUp(reason));
    this.#thread.on('exit', () => this.#giveUp(new Unavailable('A reader of the event log ended.')));
  }

  read(stretch: Stretch): Promise<Leaves> {
    const answer = Promise.withResolvers<Leaves>();
    // Whoever waits for the one before hears of a failure first, and asks no more.
    answer.promise.catch(() => {});
    this.#asked.push({ stretch, answer });
    this.#thread.postMessage(stretch);
    return answer.promise;
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }

  #hear(message: FromLeavesThread): void {
    const next = this.#asked.shift();
    if (message.kind === 'failed') {
      next?.answer.reject(errorOf(message));
      return;
    }
    const { bytes, damaged } = message;
    const leaves = unpackedLeaves(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    next?.answer.resolve({ leaves, damaged, position: next.stretch.upTo });
  }

  #giveUp(reason: unknown): void {
    for (const { answer } of this.#asked.splice(0)) answer.reject(reason);
  }
}

/** Where there are no events there is no stretch: somebody may have put one at a position that is years ahead. */
function* stretchesOf(log: FileLeaves, { after, upTo }: Stretch, length: bigint): Generator<Stretch, undefined> {
  for (let from = after; from < upTo; ) {
    const next = log.nextAfter(from);
    if (next === undefined || next > upTo) return undefined;
    const end = next - 1n + length;
    yield { after: next - 1n, upTo: end < upTo ? end : upTo };
    from = end;
  }
  return undefined;
}
