import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { stockReserved, stockReturned, stockSold, toolAdded } from '../testing/examples.ts';
import { type Tool, tool } from '../tool.ts';
import { reserveStock } from './reserve-stock.ts';
import { restock } from './restock.ts';

const back = (quantity: number) => (state: Tool) =>
  restock({ type: 'Restock', toolId: 't1', bookingId: 'b1', refundId: 'r1', quantity }, state);
const sold = [toolAdded({ available: 3 }), stockReserved({ quantity: 3 }), stockSold({ quantity: 3 })];

describe('putting refunded pieces back', () => {
  it('says how many, and of which refund', () =>
    given(tool, ...sold)
      .when(back(2))
      .then(stockReturned({ quantity: 2 })));

  it('makes them available again', () =>
    given(tool, ...sold, stockReturned({ quantity: 2 }))
      .when((state) =>
        reserveStock(
          {
            type: 'ReserveStock',
            toolId: 't1',
            bookingId: 'b2',
            quantity: 2,
            price: { amount: 3998, currency: 'usd' },
          },
          state,
        ),
      )
      .then(stockReserved({ bookingId: 'b2', quantity: 2, large: true })));

  it('is right also before the tool has heard that they were sold', () =>
    given(tool, toolAdded(), stockReserved({ quantity: 3 }))
      .when(back(1))
      .then(stockReturned()));

  it('changes nothing for no pieces', () =>
    given(tool, ...sold)
      .when(back(0))
      .thenNothing());

  it('does nothing for a tool that was never offered', () => given(tool).when(back(1)).thenNothing());
});
