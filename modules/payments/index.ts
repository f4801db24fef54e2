import type { Orders } from '../booking/money/contract.ts';
import type { Commands } from '../kernel/commands.ts';
import { Turns } from '../kernel/concurrency/turns.ts';
import { viewOf } from '../kernel/documents/view.ts';
import type { SideRecords } from '../kernel/event-store.ts';
import type { Module } from '../kernel/module.ts';
import type { ReadModels } from '../kernel/read-models.ts';
import type { ShopConfig, Withdrawals } from './contract.ts';
import type { PaymentGateway } from './gateway.ts';
import { paymentGauges } from './gauges.ts';
import { paymentHistory } from './history.ts';
import { giveBack } from './reactors/give-back.ts';
import { lookThrough } from './reactors/look-through.ts';
import { reconcile } from './reactors/reconcile.ts';
import { tellOrders } from './reactors/tell-orders.ts';
import { books } from './read-models/books.ts';
import { openQuestions } from './read-models/open-questions.ts';
import { refunds } from './read-models/refunds.ts';
import { paymentRoutes } from './routes.ts';

export { withdrawalsOf } from './withdraw.ts';

/** Taking money for orders, and giving it back. */
export function paymentsModule(wiring: {
  commands: Commands;
  readModels: ReadModels;
  records: SideRecords;
  orders: Orders;
  gateway: PaymentGateway;
  withdrawals: Withdrawals;
  config: ShopConfig;
  /** What a browser is told, where some of it may be another than a moment ago. */
  configNow: () => Promise<ShopConfig>;
  now: () => Date;
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds between two looks at what the provider has not said its last word of. */
  reconcileEvery: number;
}): Module {
  const { readModels, records, reconcileEvery: every } = wiring;
  const questions = viewOf(readModels, openQuestions);
  const shopBooks = viewOf(readModels, books);
  return {
    name: 'payments',
    routes: paymentRoutes({ ...wiring, refunds: viewOf(readModels, refunds) }),
    projections: [openQuestions, refunds, books],
    history: [paymentHistory],
    reactors: [tellOrders(wiring), giveBack(wiring)],
    gauges: paymentGauges(shopBooks, questions),
    timers: [
      reconcile({ ...wiring, questions, turns: new Turns(records, 'reconciler'), every }),
      lookThrough({ ...wiring, books: shopBooks, turns: new Turns(records, 'look-through'), every }),
    ],
  };
}
