import { describe, expect, it } from 'vitest';
import { stored } from '../../../backend/testing/stored.ts';
import { bookedForNothing, bookingPaid, bookingShipped } from '../testing/examples.ts';
import { StockDouble } from '../testing/stock-double.ts';
import { sellShipped } from './sell-shipped.ts';
import { sellStock } from './sell-stock.ts';

describe('the pieces of an order that is paid', () => {
  it('are sold, and no answer waits for it', async () => {
    const stock = new StockDouble();
    const reactor = sellStock(stock);
    expect(reactor.awaited).toBe(false);
    await reactor.react(stored(bookingPaid({ toolId: 't7' })));
    expect(stock.sold).toEqual(['t7 b1']);
  });

  it('stay set aside while the order costs nothing and may be taken back, until it is shipped', async () => {
    const stock = new StockDouble();
    const [, paid] = bookedForNothing();
    expect(await sellStock(stock).react(stored(paid))).toBeUndefined();
    expect(stock.sold).toEqual([]);
    const reactor = sellShipped(stock);
    expect(reactor.awaited).toBe(false);
    await reactor.react(stored(bookingShipped({ toolId: 't7' })));
    expect(stock.sold).toEqual(['t7 b1']);
  });
});
