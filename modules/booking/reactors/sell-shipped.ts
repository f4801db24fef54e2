import type { Stock } from '../../catalog/stock/contract.ts';
import { becauseOf } from '../../kernel/commands.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import type { BookingShipped } from '../events.ts';

/**
 * What was shipped cannot be taken back, though it cost nothing: the tool need not keep in mind whose the pieces are. Without this,
 * a tool that costs nothing would grow with each of its orders for ever. Pieces that were paid for are sold by then. A reactor of its
 * own, which begins with the log's first event: so it is done for what was shipped before there was one, too.
 */
export function sellShipped(stock: Stock): Reactor {
  return reactor<BookingShipped>({
    name: 'sell-shipped',
    awaited: false, // Nothing that is shown changes.
    on: { BookingShipped: (event) => stock.sell(event.data, becauseOf(event, 'sell-shipped')) },
  });
}
