import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../runtime/processes/thread.ts';
import type { Answer, Request, ToWrite } from './jobs.ts';
import type { PackedDocuments } from './packed-documents.ts';

/** The side of the thread that writes the file: one piece of work at a time. It is started when there is something to do. */
export class FileWriter {
  readonly #file: string;
  #thread: Worker | undefined;
  #settle: ((answer: Answer) => void) | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Sends documents ahead, for the next writing. */
  send(name: string, part: PackedDocuments): void {
    this.#post({ kind: 'part', name, part });
  }

  /** Writes what was sent, of each projection only if it is where it is believed to be. Never rejects. */
  write(projections: readonly ToWrite[]): Promise<Answer> {
    return this.#carryOut({ kind: 'write', projections });
  }

  /** Never rejects. */
  drop(name: string): Promise<Answer> {
    return this.#carryOut({ kind: 'drop', name });
  }

  /** How many entries a list of the file has. Never rejects. */
  count(name: string, { index, key }: { readonly index: string; readonly key: string }): Promise<Answer> {
    return this.#carryOut({ kind: 'count', name, index, key });
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    if (!thread) return;
    this.#thread = undefined;
    const ended = once(thread, 'exit');
    thread.ref();
    const end: Request = { kind: 'close' };
    thread.postMessage(end);
    await ended;
  }

  async #carryOut(request: Request): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#settle = resolve;
    const thread = this.#post(request);
    thread.ref();
    try {
      return await promise;
    } finally {
      thread.unref();
    }
  }

  #post(request: Request): Worker {
    this.#thread ??= this.#start();
    this.#thread.postMessage(request);
    return this.#thread;
  }

  #start(): Worker {
    const thread = startThread(new URL('./write-thread.ts', import.meta.url), this.#file);
    let cause = 'The thread that writes the read models ended.';
    thread.unref();
    thread.on('message', (answer: Answer) => this.#settle?.(answer));
    thread.on('error', (error) => {
      cause = String(error);
    });
    // One that ended by itself has done nothing of what it was asked last; the next work starts another.
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      this.#settle?.({ kind: 'failed', isDamaged: false, reason: cause });
    });
    return thread;
  }
}
