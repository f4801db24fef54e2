import type { Router } from 'express';
import { deliveries } from './deliveries.ts';
import { type Ids, randomIds } from './ids.ts';
import type { Keys } from './keys.ts';
import { sandboxRouter } from './router.ts';
import type { SandboxStore } from './store.ts';

export type PaymentSandboxOptions = Keys & {
  webhookSecret: string;
  /** Where events are sent. Asked at each delivery. */
  webhookUrl: () => string;
  store: SandboxStore;
  clock?: () => Date;
  ids?: Ids;
  /** Milliseconds before an event is sent again after so many failed attempts. */
  retryDelay?: (attempts: number) => number;
  /** Called with what nobody expected. */
  onFault?: (error: unknown) => void;
};

export type PaymentSandbox = {
  /** Stripe's API, to be mounted where the base address of the API shall be; its paths begin with /v1. */
  router: Router;
  /** Begins to deliver events, also those of an earlier run. To be called when the webhook can be reached. */
  start(): void;
  /** Ends deliveries and closes the store. Events that are not delivered yet stay in it. */
  close(): Promise<void>;
};

/** A payment provider of our own that speaks the part of Stripe's API a shop needs. No money moves. */
export function paymentSandbox(options: PaymentSandboxOptions): PaymentSandbox {
  const { store, webhookSecret, webhookUrl, retryDelay } = options;
  const { clock = () => new Date(), ids = randomIds, onFault = (error) => console.error(error) } = options;
  const { secretKey, publishableKey } = options;
  const outbox = deliveries({ store, url: webhookUrl, secret: webhookSecret, clock, retryDelay, onFault });
  const router = sandboxRouter({ store, clock, ids, onFault, secretKey, publishableKey, changed: outbox.wake });
  return {
    router,
    start: outbox.start,
    async close() {
      await outbox.close();
      store.close();
    },
  };
}
