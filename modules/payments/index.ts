import type { Orders } from '../booking/contract.ts';
import type { Commands } from '../kernel/commands.ts';
import type { Module } from '../kernel/module.ts';
import type { ReadModels } from '../kernel/read-models.ts';
import { viewOf } from '../kernel/view.ts';
import type { ShopConfig } from './contract.ts';
import type { PaymentGateway } from './gateway.ts';
import { confirmPayment } from './reactors/confirm-payment.ts';
import { reconcileOpen } from './reactors/reconcile-open.ts';
import { returnUnmatched } from './reactors/return-unmatched.ts';
import { openPayments } from './read-models/open-payments.ts';
import { paymentRoutes } from './routes.ts';

/** Taking money for orders, and giving back what fits none. */
export function paymentsModule(wiring: {
  commands: Commands;
  readModels: ReadModels;
  orders: Orders;
  gateway: PaymentGateway;
  config: ShopConfig;
  /** Milliseconds between two looks at intents that stayed open. */
  reconcileEvery: number;
}): Module {
  const { commands, readModels, orders, gateway, reconcileEvery } = wiring;
  return {
    name: 'payments',
    routes: paymentRoutes(wiring),
    projections: [openPayments],
    reactors: [confirmPayment(orders), returnUnmatched({ commands, gateway })],
    timers: [reconcileOpen({ commands, gateway, payments: viewOf(readModels, openPayments), every: reconcileEvery })],
  };
}
