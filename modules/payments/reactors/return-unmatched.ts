import type { PaymentUnmatched } from '../../booking/contract.ts';
import { becauseOf, type Commands } from '../../kernel/commands.ts';
import { Conflict } from '../../kernel/errors.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import type { PaymentNotReturned, PaymentReturned } from '../events.ts';
import type { PaymentGateway } from '../gateway.ts';
import { payment } from '../payment.ts';

type Returned = PaymentReturned | PaymentNotReturned;

/**
 * Money that fits no order goes back to whom it came from: once, under a key of the payment's own. What the provider
 * refuses for good (it was given back by hand, say) is recorded for an operator, and holds up nobody else's money.
 */
export function returnUnmatched({ commands, gateway }: { commands: Commands; gateway: PaymentGateway }): Reactor {
  async function giveBack({ bookingId, paymentId: intentId, amount }: PaymentUnmatched['data']): Promise<Returned> {
    try {
      const order = { intentId, refundId: `return:${intentId}`, attempt: 1, amount: amount.amount } as const;
      const { providerRefundId: refundId } = await gateway.refund({ ...order, reason: 'requested_by_customer' });
      return { type: 'PaymentReturned', data: { bookingId, intentId, refundId, amount } };
    } catch (reason) {
      if (!(reason instanceof Conflict)) throw reason;
      return { type: 'PaymentNotReturned', data: { bookingId, intentId, amount, because: reason.message } };
    }
  }

  return reactor<PaymentUnmatched>({
    name: 'return-unmatched',
    awaited: false,
    on: {
      async PaymentUnmatched(event) {
        const outcome = await giveBack(event.data);
        const context = becauseOf(event, 'return-unmatched');
        return (
          await commands.execute(payment, event.data.bookingId, context, { type: 'ReturnPayment' }, () => [outcome])
        ).position;
      },
    },
  });
}
