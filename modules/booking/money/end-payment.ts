import type { CommandContext, Commands } from '../../kernel/commands.ts';
import { Conflict } from '../../kernel/errors.ts';
import type { Withdrawals } from '../../payments/contract.ts';
import { booking } from '../booking.ts';
import { StillInPayment } from '../commands/leave-payment.ts';

/** How often an order may come into another payment while it is to end. */
const attempts = 5;

/** The provider has the money on its way, and nobody knows yet whether it arrives. */
export class PaymentIsProcessed extends Conflict {
  override name = 'PaymentIsProcessed';
  constructor() {
    super('The payment of this order is being processed. Please try again later.');
  }
}

/** The money arrived before the order could end. */
export class PaidMeanwhile extends Conflict {
  override name = 'PaidMeanwhile';
  constructor() {
    super('This order was paid a moment ago. A paid order cannot be deleted; ask for a refund.');
  }
}

/** The provider has been asked to cancel the payment, and is not asked again here: payments sees to it. */
export class StillWithdrawn extends Conflict {
  override name = 'StillWithdrawn';
  constructor() {
    super('The payment of this order is being cancelled.');
  }
}

/**
 * Ends an order only after its open payment, so that nobody is charged for an order that is gone: first the payment takes
 * no new intent, then the provider cancels the one that there is, and only then the order ends. One without a payment
 * needs no provider.
 * @param options.again whether to ask the provider although that was done before
 * @param end ends the order, given the payment that was cancelled
 * @throws PaidMeanwhile, PaymentIsProcessed, StillWithdrawn; Unavailable while the provider is away. The order stays then.
 */
export async function endWithPayment<Outcome>(
  { commands, payments }: { commands: Commands; payments: Withdrawals },
  bookingId: string,
  { context, again }: { context: CommandContext; again: boolean },
  end: (cancelled: string | undefined) => Promise<Outcome>,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const state = await commands.load(booking, bookingId);
    const paymentId = state.status === 'unpaid' ? state.paymentId : undefined;
    if (paymentId !== undefined) {
      const became = await payments.withdraw({ paymentId, again }, context);
      if (became === 'succeeded') throw new PaidMeanwhile();
      if (became === 'processing') throw new PaymentIsProcessed();
      if (became === 'waiting') throw new StillWithdrawn();
    }
    try {
      return await end(paymentId);
    } catch (reason) {
      // Somebody began to pay in between.
      if (!(reason instanceof StillInPayment) || attempt === attempts) throw reason;
    }
  }
}
