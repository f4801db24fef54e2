import { once } from 'node:events';
import type { PrintReceipt } from '../../modules/booking/receipt.ts';
import { ConcurrencyLimit } from '../../modules/kernel/concurrency-limit.ts';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { startThread } from '../runtime/thread.ts';

/** In which time a receipt must be made, in milliseconds; mostly it takes a quarter of a second, most of it to load what makes it. */
const longest = 20_000;

const script = new URL('./printing-thread.ts', import.meta.url);

/**
 * Makes receipts in threads of their own, each of which ends with its receipt: shaping texts takes tens of milliseconds, in which
 * nobody else would be answered, and fonts take memory. Two at once, and some more wait.
 */
export function receiptPrinter(): PrintReceipt {
  const places = new ConcurrencyLimit({
    atOnce: 2,
    mostWaiting: 20,
    refusal: 'Many receipts are being made. Please ask again in a moment.',
  });
  return (receipt, signal) =>
    places.run(async () => {
      const thread = startThread(script, receipt);
      const signalled = AbortSignal.any([signal, AbortSignal.timeout(longest)]);
      try {
        const [pdf] = (await once(thread, 'message', { signal: signalled })) as [Uint8Array];
        return pdf;
      } catch (cause) {
        signal.throwIfAborted();
        throw new Unavailable('The receipt could not be made.', { cause });
      } finally {
        await thread.terminate();
      }
    }, signal);
}
