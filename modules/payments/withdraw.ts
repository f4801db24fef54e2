import type { Commands } from '../kernel/commands.ts';
import { Conflict } from '../kernel/errors.ts';
import { closePayment } from './commands/close-payment.ts';
import type { Withdrawals, Withdrawn } from './contract.ts';
import type { IntentReport, PaymentGateway } from './gateway.ts';
import { ownCommand } from './own-command.ts';
import { payment } from './payment.ts';
import { cancel, reportOf, settleAs } from './settle.ts';

type Wiring = { commands: Commands; gateway: PaymentGateway };

/** Lets nobody pay a payment any more: as booking asks for it before an order may end. */
export function withdrawalsOf({ commands, gateway }: Wiring): Withdrawals {
  return {
    async withdraw({ paymentId, again }, context) {
      const once = ownCommand(context, 'close-payment', paymentId);
      const command = { type: 'ClosePayment', paymentId } as const;
      const { state, events, repeated } = await commands.execute(payment, paymentId, once, command, closePayment);
      // A payment that was never opened has no intent, and gets none from an order that is not in it.
      if (state.status === 'none') return 'canceled';
      if (state.status === 'canceled' || state.status === 'succeeded') return state.status;
      const isFirst = events.length > 0 && !repeated;
      if (!isFirst && !again) return 'waiting';
      return state.intentId === undefined
        ? 'canceled'
        : cancelAtProvider({ commands, gateway }, paymentId, state.intentId);
    },
  };
}

/** Has an intent cancelled, and records what became of it. */
export async function cancelAtProvider(
  { commands, gateway }: Wiring,
  paymentId: string,
  intentId: string,
): Promise<Withdrawn> {
  const report = await cancelled(gateway, intentId);
  if (report === undefined) {
    await cancel(commands, { paymentId, intentId });
    return 'canceled';
  }
  const became = await settleAs(commands, paymentId, report);
  // One that could neither be cancelled nor is over may still bring money.
  return became === 'open' ? 'processing' : became;
}

/** What the intent is after it was to be cancelled; undefined when the provider knows of none, so that nobody can pay it. */
async function cancelled(gateway: PaymentGateway, intentId: string): Promise<IntentReport | undefined> {
  try {
    return await gateway.cancelIntent(intentId);
  } catch (reason) {
    if (!(reason instanceof Conflict)) throw reason;
  }
  return reportOf(gateway, intentId);
}
