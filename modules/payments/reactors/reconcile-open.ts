import { type Commands, scheduledOnce } from '../../kernel/commands.ts';
import { eachDue } from '../../kernel/each-due.ts';
import { Conflict } from '../../kernel/errors.ts';
import type { Timer } from '../../kernel/reactor.ts';
import type { View } from '../../kernel/view.ts';
import { expirePayment } from '../commands/expire-payment.ts';
import type { PaymentGateway } from '../gateway.ts';
import { payment } from '../payment.ts';
import type { OpenPayment } from '../read-models/open-payments.ts';
import { settle } from '../settle.ts';

/** How long the webhook has before it is asked after, in milliseconds. */
const patience = 60_000;
/** After how long without money the provider is no longer asked, in milliseconds. */
const giveUpAfter = 48 * 3_600_000;

/** Asks the provider after intents that stayed open: a webhook may have been lost, but no payment is. */
export function reconcileOpen(wiring: {
  commands: Commands;
  gateway: PaymentGateway;
  payments: View<OpenPayment>;
  /** Milliseconds between two looks. */
  every: number;
}): Timer {
  const { commands, gateway, payments, every } = wiring;

  async function reconcile({ bookingId, intentId, at }: OpenPayment, now: Date): Promise<void> {
    const isOld = now.getTime() - Date.parse(at) > giveUpAfter;
    const intent = await gateway.intent(intentId).catch((reason: unknown) => {
      // The provider does not know it: another account's, say. It will not know it later either.
      if (reason instanceof Conflict && isOld) return undefined;
      throw reason;
    });
    if (intent?.status === 'succeeded') {
      const { amountReceived: amount, currency } = intent;
      await settle(commands, { bookingId, intentId, amount: { amount, currency } });
    } else if (isOld || intent?.status === 'canceled') {
      await commands.execute(
        payment,
        bookingId,
        scheduledOnce('expire-payment', intentId),
        { type: 'ExpirePayment', bookingId, intentId },
        expirePayment,
      );
    }
  }

  return {
    name: 'reconcile-open-payments',
    every,
    async run(now, signal) {
      const before = new Date(now.getTime() - patience);
      await eachDue(payments, { index: 'open', key: '', before, signal }, (open) => reconcile(open, now));
    },
  };
}
