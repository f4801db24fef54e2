import type { Router } from 'express';
import { steadyNow } from '../../runtime/time/steady-clock.ts';
import { type Asked, ask, type Desk, settleDue } from './calls/desk.ts';
import { sandboxRouter } from './calls/router.ts';
import { type Dashboard, dashboardOf } from './dashboard.ts';
import type { Faults, Sent } from './faults.ts';
import type { SandboxStore } from './keeping/store.ts';
import { deliveries } from './messages/deliveries.ts';
import { type Ids, randomIds } from './objects/ids.ts';
import type { Keys } from './requests/keys.ts';
import { Tries } from './requests/tries.ts';

export type PaymentSandboxOptions = Keys & {
  webhookSecret: string;
  /** Where events are sent. Asked at each delivery. */
  webhookUrl: () => string;
  store: SandboxStore;
  clock?: () => Date;
  ids?: Ids;
  /** Milliseconds before an event is sent again after so many failed attempts. */
  retryDelay?: (attempts: number) => number;
  /** Milliseconds after which what takes its time has happened (a refund that is pending succeeds); a minute when left out. */
  laterAfter?: number;
  /** What goes wrong; nothing when left out. */
  faults?: Faults;
  /** Called with what nobody expected. */
  onFault?: (error: unknown) => void;
};

export type PaymentSandbox = {
  /** Stripe's API, to be mounted where the base address of the API shall be; its paths begin with /v1. */
  router: Router;
  /** The same API without HTTP; undefined when the answer is lost on its way. */
  ask(asked: Asked): Sent | undefined;
  /** What happens at the provider without the shop. */
  dashboard: Dashboard;
  /** Lets happen what is due by the clock. It also happens by itself once deliveries have begun, and before each call. */
  settleDue(): void;
  /** Begins to deliver events, also those of an earlier run. To be called when the webhook can be reached. */
  start(): void;
  /** Ends deliveries and closes the store. Events that are not delivered yet stay in it. */
  close(): Promise<void>;
};

/** A payment provider of our own that speaks the part of Stripe's API a shop needs. No money moves. */
export function paymentSandbox(options: PaymentSandboxOptions): PaymentSandbox {
  const { store, webhookSecret, webhookUrl, retryDelay } = options;
  const { clock = () => new Date(), ids = randomIds, onFault = (error) => console.error(error) } = options;
  const { secretKey, publishableKey, laterAfter = 60_000, faults = () => undefined } = options;
  const changed = () => outbox.wake();
  const tries = new Tries(options.clock ?? steadyNow);
  const desk: Desk = { store, clock, ids, onFault, secretKey, publishableKey, laterAfter, faults, tries, changed };
  const settle = () => settleDue(desk);
  const outbox = deliveries({ store, url: webhookUrl, secret: webhookSecret, clock, retryDelay, settle, onFault });
  return {
    router: sandboxRouter(desk),
    ask: (asked) => ask(desk, asked),
    dashboard: dashboardOf(desk),
    settleDue: settle,
    start: outbox.start,
    async close() {
      await outbox.close();
      store.close();
    },
  };
}
