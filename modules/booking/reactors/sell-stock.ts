import type { Stock } from '../../catalog/stock/contract.ts';
import { becauseOf } from '../../kernel/commands.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import type { BookingPaid } from '../money/contract.ts';

/**
 * Pieces whose order was paid are sold, so that the tool need not keep in mind whose they are. Those of an order that
 * costs nothing stay set aside until it is shipped (see sell-shipped.ts): it may still be taken back, and then they have to be there
 * to give back.
 */
export function sellStock(stock: Stock): Reactor {
  return reactor<BookingPaid>({
    name: 'sell-stock',
    awaited: false, // All that is shown of it is how many of a tool were sold, which may follow.
    on: {
      async BookingPaid(event) {
        if ('free' in event.data) return undefined;
        return stock.sell(event.data, becauseOf(event, 'sell-stock'));
      },
    },
  });
}
