import type { Stock } from '../../catalog/stock/contract.ts';
import { becauseOf } from '../../kernel/commands.ts';
import type { StoredEvent } from '../../kernel/event.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import type { BookingAbandoned, BookingDeleted, BookingExpired } from '../events.ts';

type Ended = BookingDeleted | BookingExpired | BookingAbandoned;

/** What was set aside for an order goes back on the shelf when the order is gone. */
export function releaseStock(stock: Stock): Reactor {
  const release = (event: StoredEvent<Ended>) => stock.release(event.data, becauseOf(event, 'release-stock'));
  return reactor<Ended>({
    name: 'release-stock',
    awaited: true,
    on: { BookingDeleted: release, BookingExpired: release, BookingAbandoned: release },
  });
}
