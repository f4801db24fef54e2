import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../processes/thread.ts';

/**
 * The thread that makes the checkpoints of all files of this process: a thread holds ten megabytes, and each file needs it for a
 * moment every few seconds. Whoever has it has it until all of a file is moved, since writers may wait for that.
 */
class SharedCheckpoints {
  readonly #users = new Set<object>();
  #thread: Worker | undefined;
  #turn: Promise<void> = Promise.resolve();

  /** Runs work when nobody else's goes on. */
  inTurn(user: object, work: () => Promise<void>): Promise<void> {
    this.#users.add(user);
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /** One checkpoint, by whoever's turn it is. Resolves also when it could not be made. */
  async make(file: string): Promise<void> {
    this.#thread ??= this.#start();
    const thread = this.#thread;
    thread.ref();
    const over = new AbortController();
    const done = Promise.race([once(thread, 'message', over), once(thread, 'exit', over)]);
    thread.postMessage(file);
    // A thread that failed has ended; the next checkpoint starts another.
    await done.catch(() => undefined);
    over.abort();
    thread.unref();
  }

  /** The thread ends with the last of those who used it, none of whose work may be going on. */
  async leave(user: object): Promise<void> {
    if (!this.#users.delete(user) || this.#users.size > 0) return;
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }

  #start(): Worker {
    const thread = startThread(new URL('./checkpoint-thread.ts', import.meta.url), undefined);
    thread.on('error', () => undefined);
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    return thread;
  }
}

export const sharedCheckpoints = new SharedCheckpoints();
