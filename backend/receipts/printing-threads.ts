import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { Receipt } from '../../modules/booking/receipts/receipt.ts';
import { startThread } from '../runtime/processes/thread.ts';

const script = new URL('./printing-thread.ts', import.meta.url);

/** How long a thread waits for another receipt, in milliseconds: longer than one of many that wait needs to come. */
const idleMs = 500;

/**
 * The threads that make receipts. One that has made a receipt makes the next, if there is one: four fifths of the first are to load
 * what makes it. It ends when none comes, since fonts take memory, and with a receipt that failed or that nobody waits for any more.
 */
export class PrintingThreads {
  /** The threads that wait for a receipt, each with what ends it. */
  readonly #idle = new Map<Worker, NodeJS.Timeout>();

  /** @throws what the thread failed with; an AbortError of the signal's reason */
  async print(receipt: Receipt, signal: AbortSignal): Promise<Uint8Array> {
    const thread = this.#waiting() ?? this.#started();
    try {
      thread.postMessage(receipt);
      const [pdf] = (await once(thread, 'message', { signal })) as [Uint8Array];
      this.#leave(thread);
      return pdf;
    } catch (reason) {
      await thread.terminate();
      throw reason;
    }
  }

  #started(): Worker {
    const thread = startThread(script, undefined);
    // Whoever waits for a receipt hears of it themselves. One that fails while it waits is not taken any more.
    thread.on('error', () => this.#idle.delete(thread));
    return thread;
  }

  #waiting(): Worker | undefined {
    const [waiting] = this.#idle;
    if (!waiting) return undefined;
    const [thread, ending] = waiting;
    clearTimeout(ending);
    this.#idle.delete(thread);
    thread.ref();
    return thread;
  }

  #leave(thread: Worker): void {
    const end = () => {
      this.#idle.delete(thread);
      void thread.terminate();
    };
    // Nor does it keep the process.
    thread.unref();
    this.#idle.set(thread, setTimeout(end, idleMs).unref());
  }
}
