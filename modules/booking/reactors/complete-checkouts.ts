import { becauseOf, type Commands } from '../../kernel/commands.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import { completeCheckout } from '../checkouts/complete-checkout.ts';
import type { CheckoutPlaced } from '../checkouts/contract.ts';

/** All orders of a checkout come, also when the process that placed it is gone before it made them. */
export function completeCheckouts(commands: Commands): Reactor {
  return reactor<CheckoutPlaced>({
    name: 'complete-checkouts',
    awaited: true,
    on: {
      CheckoutPlaced: (event) =>
        // On behalf of whoever placed it, as its other orders.
        completeCheckout(commands, event.data, { ...becauseOf(event, 'complete-checkout'), actor: event.meta.actor }),
    },
  });
}
