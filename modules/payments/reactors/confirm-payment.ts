import type { Orders } from '../../booking/contract.ts';
import { becauseOf } from '../../kernel/commands.ts';
import { NotFound } from '../../kernel/errors.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import type { PaymentSucceeded } from '../events.ts';

/** An order is paid when its money has arrived. */
export function confirmPayment(orders: Orders): Reactor {
  return reactor<PaymentSucceeded>({
    name: 'confirm-payment',
    awaited: true,
    on: {
      async PaymentSucceeded(event) {
        const { bookingId, intentId: paymentId, amount } = event.data;
        try {
          return await orders.pay({ bookingId, paymentId, amount }, becauseOf(event, 'confirm-payment'));
        } catch (reason) {
          // Money for an order that never was: another shop's, on the same account. It is not ours to return.
          if (reason instanceof NotFound) return undefined;
          throw reason;
        }
      },
    },
  });
}
