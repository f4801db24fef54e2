import { type Commands, scheduledOnce } from '../kernel/commands.ts';
import { Conflict } from '../kernel/errors.ts';
import { type RecordCancel, recordCancel } from './commands/record-cancel.ts';
import { type RecordSuccess, recordSuccess } from './commands/record-success.ts';
import type { IntentReport, PaymentGateway } from './gateway.ts';
import { payment } from './payment.ts';

/** Stores the provider's word that money arrived. What follows, the reactors do. Resolves to its position. */
async function settle(commands: Commands, arrived: Omit<RecordSuccess, 'type'>): Promise<bigint> {
  const context = scheduledOnce('payment-succeeded', arrived.intentId);
  const command = { type: 'RecordSuccess', ...arrived } as const;
  return (await commands.execute(payment, arrived.paymentId, context, command, recordSuccess)).position;
}

/** Stores the provider's word that an intent is over without money. */
export async function cancel(commands: Commands, which: Omit<RecordCancel, 'type'>): Promise<bigint> {
  const context = scheduledOnce('payment-canceled', which.intentId);
  const command = { type: 'RecordCancel', ...which } as const;
  return (await commands.execute(payment, which.paymentId, context, command, recordCancel)).position;
}

/** Stores what the provider says of a payment's intent, if that is its last word. */
export async function settleAs(
  commands: Commands,
  paymentId: string,
  { intentId, status, amountReceived: amount, currency, receivedAt }: IntentReport,
): Promise<'succeeded' | 'canceled' | 'open' | 'processing'> {
  if (status === 'succeeded') {
    await settle(commands, { paymentId, intentId, amount: { amount, currency }, receivedAt });
    return 'succeeded';
  }
  if (status === 'canceled') {
    await cancel(commands, { paymentId, intentId });
    return 'canceled';
  }
  return status === 'processing' ? 'processing' : 'open';
}

/**
 * What the provider says of an intent; undefined when it knows of none, so that nobody can pay it: its account is another one by now,
 * or the sandbox has lost its file.
 */
export async function reportOf(gateway: PaymentGateway, intentId: string): Promise<IntentReport | undefined> {
  try {
    return await gateway.intent(intentId);
  } catch (reason) {
    if (!(reason instanceof Conflict)) throw reason;
    return undefined;
  }
}
