import type { RefundRequested, RefundSettled } from '../../booking/money/contract.ts';
import { becauseOf } from '../../kernel/commands.ts';
import { Unavailable } from '../../kernel/errors.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import { attemptRefund } from '../commands/attempt-refund.ts';
import { recordElsewhere } from '../commands/record-elsewhere.ts';
import { payment } from '../payment.ts';
import { pursueRefund, type RefundWiring } from '../pursue-refund.ts';

/**
 * Money that is owed goes back to whom it came from. What is written down here is enough for the reconciler to go on, so
 * a provider that is away keeps no other refund waiting.
 */
export function giveBack(wiring: RefundWiring): Reactor {
  const { commands } = wiring;
  return reactor<RefundRequested | RefundSettled>({
    name: 'give-back',
    awaited: false,
    on: {
      async RefundRequested(event) {
        const { refundId, paymentId, bookingId, uid, amount, again, unmatched, intentId } = event.data;
        const before = await commands.load(payment, paymentId);
        const refund = before.status === 'none' ? undefined : before.refunds.get(refundId);
        const lost = again ? refund?.attempt : undefined;
        // Not now: a log that was put back asks again under a key that the provider may have forgotten. Of one that is tried again it may
        // have forgotten who else tried that, too.
        const at = (again && refund?.at) || event.meta.time;
        const share = { bookingId, uid, amount };
        const command = { type: 'AttemptRefund', paymentId, refundId, share, at, lost, unmatched, intentId } as const;
        const { position } = await commands.execute(
          payment,
          paymentId,
          becauseOf(event, 'give-back'),
          command,
          attemptRefund,
        );
        try {
          await pursueRefund(wiring, paymentId, refundId);
        } catch (reason) {
          if (!(reason instanceof Unavailable)) throw reason;
        }
        return position;
      },
      // Without this, what the provider's dashboard gives back later would be taken for the same order's again.
      async RefundSettled(event) {
        const { refundId, paymentId, how } = event.data;
        if (how !== 'elsewhere') return undefined;
        const command = { type: 'RecordElsewhere', paymentId, refundId } as const;
        const context = becauseOf(event, 'given-elsewhere');
        return (await commands.execute(payment, paymentId, context, command, recordElsewhere)).position;
      },
    },
  });
}
