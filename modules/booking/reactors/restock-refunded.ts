import type { Stock } from '../../catalog/stock/contract.ts';
import { becauseOf } from '../../kernel/commands.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import type { RefundRequested } from '../money/contract.ts';

/** The pieces that come back with a refund go on the shelf at once: they are there, whatever becomes of the money. */
export function restockRefunded(stock: Stock): Reactor {
  return reactor<RefundRequested>({
    name: 'restock-refunded',
    awaited: true,
    on: {
      async RefundRequested(event) {
        const { toolId, bookingId, refundId, restock: quantity } = event.data;
        if (quantity === 0) return undefined;
        return stock.restock({ toolId, bookingId, refundId, quantity }, becauseOf(event, 'restock-refunded'));
      },
    },
  });
}
