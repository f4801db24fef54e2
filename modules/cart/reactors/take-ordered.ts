import type { CheckoutPlaced } from '../../booking/checkouts/contract.ts';
import { becauseOf, type Commands } from '../../kernel/commands.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import { cart } from '../cart.ts';
import { takeOrdered } from '../commands/take-ordered.ts';

/** What was ordered leaves the account's cart. */
export function takeOrderedOut(commands: Commands): Reactor {
  return reactor<CheckoutPlaced>({
    name: 'take-ordered',
    awaited: true,
    on: {
      async CheckoutPlaced(event) {
        const { uid, checkoutId, orders } = event.data;
        const command = {
          type: 'TakeOrdered',
          uid,
          checkoutId,
          toolIds: orders.map(({ toolId }) => toolId),
        } as const;
        const context = becauseOf(event, 'take-ordered');
        // Kept also where the cart has none of it: whoever reacts again, or later, would take out what was put in since.
        const known = { ...context, keyedAs: context.commandId };
        return (await commands.execute(cart, uid, known, command, takeOrdered)).position;
      },
    },
  });
}
