import type { PaymentUnmatched } from '../../booking/contract.ts';
import { becauseOf, type Commands } from '../../kernel/commands.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import type { PaymentGateway } from '../gateway.ts';
import { payment } from '../payment.ts';

/** Money that fits no order goes back to whom it came from: once, under a key of the payment's own. */
export function returnUnmatched({ commands, gateway }: { commands: Commands; gateway: PaymentGateway }): Reactor {
  return reactor<PaymentUnmatched>({
    name: 'return-unmatched',
    awaited: false,
    on: {
      async PaymentUnmatched(event) {
        const { bookingId, paymentId: intentId, amount } = event.data;
        const { refundId } = await gateway.refund({
          intentId,
          amount: amount.amount,
          reason: 'requested_by_customer',
          key: `return:${intentId}`,
        });
        const returned = { type: 'PaymentReturned', data: { bookingId, intentId, refundId, amount } } as const;
        const context = becauseOf(event, 'return-unmatched');
        return (await commands.execute(payment, bookingId, context, () => [returned])).position;
      },
    },
  });
}
