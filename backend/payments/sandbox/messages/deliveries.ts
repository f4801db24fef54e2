import { backOff } from '../../../runtime/retries/back-off.ts';
import { pause } from '../../../runtime/time/pause.ts';
import type { Message, SandboxStore } from '../keeping/store.ts';
import { webhookSignature } from './webhook-signature.ts';

export type DeliveryOptions = {
  store: SandboxStore;
  url: () => string;
  secret: string;
  clock: () => Date;
  /** Milliseconds to wait after so many failed attempts. */
  retryDelay?: (attempts: number) => number;
  /** Lets happen what is due, and says when the next is, in milliseconds since 1970. */
  settle: () => number | undefined;
  /** Called with what nobody expected, such as a store that fails. */
  onFault: (error: unknown) => void;
};

export type Deliveries = {
  start(): void;
  /** There may be something new to deliver. */
  wake(): void;
  /** Breaks off what is on its way; it stays in the store. */
  close(): Promise<void>;
};

const threeDays = 3 * 24 * 60 * 60 * 1000;
const patience = 10_000;
const idle = 60_000;

/** Back-off of a message that the webhook did not take, in milliseconds. */
const deliverAgain = { first: 1_000, most: 60_000 };

/**
 * Sends the waiting messages to the webhook until it answers 2xx, for three days like Stripe
 * (https://docs.stripe.com/webhooks#retries). At least once, and in no promised order: a receiver that did its work but
 * whose answer was lost gets the same event again.
 */
export function deliveries(options: DeliveryOptions): Deliveries {
  const { store, url, secret, clock, settle, onFault } = options;
  const { retryDelay = (attempts) => backOff(attempts, deliverAgain) } = options;
  const stop = new AbortController();
  let woken = Promise.withResolvers<void>();
  let running: Promise<void> | undefined;

  async function run() {
    while (!stop.signal.aborted) {
      const current = woken;
      let wait = idle;
      try {
        const settlesAt = settle();
        const waiting = store.waitingMessages(10);
        const now = clock().getTime();
        const due = waiting.filter((message) => message.dueAt <= now);
        const attempts = await Promise.allSettled(due.map(attempt));
        const fault = attempts.find((attempted) => attempted.status === 'rejected');
        if (fault) throw fault.reason;
        if (due.length > 0) continue;
        wait = Math.min(idle, ...[waiting[0]?.dueAt, settlesAt].flatMap((at) => (at === undefined ? [] : [at - now])));
      } catch (error) {
        onFault(error);
        wait = retryDelay(1);
      }
      await pauseUntil(current.promise, wait);
      woken = Promise.withResolvers();
    }
  }

  async function attempt(message: Message) {
    const accepted = await post(message);
    const attempts = message.attempts + 1;
    const now = clock().getTime();
    if (accepted || now - message.created > threeDays) store.dropMessage(message.id);
    else store.saveMessage({ ...message, attempts, dueAt: now + retryDelay(attempts) });
  }

  async function post({ payload }: Message): Promise<boolean> {
    try {
      const response = await fetch(url(), {
        method: 'POST',
        body: payload,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': webhookSignature(payload, secret, clock()),
        },
        redirect: 'manual',
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(patience)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      // Not reachable, or too slow: tried again later, so there is nobody to tell.
      return false;
    }
  }

  async function pauseUntil(wakeUp: Promise<void>, milliseconds: number) {
    const over = new AbortController();
    await Promise.race([pause(milliseconds, AbortSignal.any([stop.signal, over.signal])), wakeUp]);
    over.abort();
  }

  return {
    start() {
      running ??= run();
    },
    wake: () => woken.resolve(),
    async close() {
      stop.abort();
      await running;
    },
  };
}
