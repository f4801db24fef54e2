import type { PrintReceipt } from '../../modules/booking/receipts/receipt.ts';
import { ConcurrencyLimit } from '../../modules/kernel/concurrency/concurrency-limit.ts';
import { Lanes } from '../../modules/kernel/concurrency/lanes.ts';
import { Busy, Unavailable } from '../../modules/kernel/errors.ts';
import { PrintingThreads } from './printing-threads.ts';

/**
 * In which time a receipt must be made, in milliseconds, with the wait for its turn: later, its connection would have been silent for
 * too long, and be closed without an answer. One by itself mostly takes a quarter of a second, most of it to load what makes it.
 */
const longest = 20_000;

/** Of one person more than a browser asks for at once (six to a shop). */
const mostWaiting = { inAll: 20, ofOnePerson: 10 };
const refusal = 'Many receipts are being made. Please ask again in a moment.';

/**
 * Makes receipts in threads of their own: shaping texts takes tens of milliseconds, in which nobody else would be answered. Two at
 * once, of two people, and some more wait.
 * @param tooLong a signal that aborts when a receipt is given up that is asked for now
 */
export function receiptPrinter(tooLong = () => AbortSignal.timeout(longest)): PrintReceipt {
  const places = new ConcurrencyLimit({ atOnce: 2, mostWaiting: mostWaiting.inAll, refusal });
  const threads = new PrintingThreads();
  // So that nobody has more than one of the places, whatever they ask for.
  const people = new Lanes({ mostWaiting: mostWaiting.ofOnePerson, refusal });

  return async (receipt, by, signal) => {
    const either = AbortSignal.any([signal, tooLong()]);
    try {
      return await people.run([by], () => places.run(() => threads.print(receipt, either), either), either);
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof Busy) throw cause;
      throw new Unavailable('The receipt could not be made.', { cause });
    }
  };
}
