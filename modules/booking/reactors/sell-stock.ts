import type { Stock } from '../../catalog/contract.ts';
import { becauseOf, type Commands } from '../../kernel/commands.ts';
import type { StoredEvent } from '../../kernel/event.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import { booking } from '../booking.ts';
import type { BookingPaid } from '../contract.ts';

/**
 * Pieces whose order was paid are sold, so that the tool need not keep in mind whose they are. Those of an order that
 * costs nothing stay set aside: it may still be taken back, and then they have to be there to give back.
 */
export function sellStock(wiring: { commands: Commands; stock: Stock }): Reactor {
  const { commands, stock } = wiring;

  async function sell(event: StoredEvent<BookingPaid>): Promise<bigint | undefined> {
    const { bookingId } = event.data;
    if ('free' in event.data) return undefined;
    const state = await commands.load(booking, bookingId);
    if (!('order' in state)) return undefined;
    return stock.sell({ toolId: state.order.toolId, bookingId }, becauseOf(event, 'sell-stock'));
  }

  // Nothing that is shown changes, so no answer waits for it.
  return reactor<BookingPaid>({ name: 'sell-stock', awaited: false, on: { BookingPaid: sell } });
}
