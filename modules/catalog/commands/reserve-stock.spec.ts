import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Conflict, Invalid, NotFound } from '../../kernel/errors.ts';
import { moneyOf } from '../../kernel/values/money.ts';
import {
  stockReleased,
  stockReserved,
  toolAdded,
  toolRepriced,
  toolRetired,
  toolReturned,
} from '../testing/examples.ts';
import { type Tool, tool } from '../tool.ts';
import { type ReserveStock, reserveStock, ToolIsRetired } from './reserve-stock.ts';

const usd = (decimal: number) => moneyOf(decimal, 'usd');
const reserve =
  (but: Partial<ReserveStock> = {}) =>
  (state: Tool) =>
    reserveStock(
      { type: 'ReserveStock', toolId: 't1', bookingId: 'b1', quantity: 1, price: usd(19.99), ...but },
      state,
    );

describe('setting pieces aside for an order', () => {
  it('takes what is there', () => given(tool, toolAdded()).when(reserve()).then(stockReserved()));

  it('takes the minimum when no quantity is said', () =>
    given(tool, toolAdded({ minimumOrder: 3 }))
      .when(reserve({ quantity: undefined, price: usd(59.97) }))
      .then(stockReserved({ quantity: 3 })));

  it('takes one at least, also of a tool without a minimum', () =>
    given(tool, toolAdded({ minimumOrder: 0 }))
      .when(reserve({ quantity: undefined }))
      .then(stockReserved({ quantity: 1 })));

  it('takes the last pieces, and not one more', () => {
    const nineGone = [toolAdded({ available: 10 }), stockReserved({ bookingId: 'b0', quantity: 9 })];
    given(tool, ...nineGone)
      .when(reserve())
      .then(stockReserved());
    given(tool, ...nineGone)
      .when(reserve({ quantity: 2, price: usd(39.98) }))
      .thenThrows(Conflict, /^Only 1 left$/);
  });

  it('says how many there are as the pages write it', () =>
    given(tool, toolAdded({ available: 1_200 }))
      .when(reserve({ quantity: 1_201, price: usd(24_007.99) }))
      .thenThrows(Conflict, /^Only 1,200 left$/));

  it('is large when it takes more than half of what is there, and more than the minimum', () => {
    const take = (available: number, minimumOrder: number, quantity: number) =>
      given(
        tool,
        toolAdded({ available: 20, minimumOrder }),
        stockReserved({ bookingId: 'b0', quantity: 20 - available }),
      ).when(reserve({ quantity, price: usd((quantity * 1999) / 100) }));
    take(10, 1, 6).then(stockReserved({ quantity: 6, large: true }));
    take(10, 1, 5).then(stockReserved({ quantity: 5 }));
    take(3, 1, 2).then(stockReserved({ quantity: 2, large: true }));
    take(10, 6, 6).then(stockReserved({ quantity: 6 }));
    take(10, 6, 7).then(stockReserved({ quantity: 7, large: true }));
    take(1, 0, 1).then(stockReserved({ quantity: 1 }));
  });

  it('takes again what was given back', () =>
    given(tool, toolAdded({ available: 1 }), stockReserved({ bookingId: 'b0' }), stockReleased({ bookingId: 'b0' }))
      .when(reserve())
      .then(stockReserved()));

  it('does nothing for an order that has its pieces, though none are left', () =>
    given(tool, toolAdded({ available: 1 }), stockReserved())
      .when(reserve())
      .thenNothing());

  it('refuses a retired tool, but leaves an order what it has', () => {
    given(tool, toolAdded(), toolRetired())
      .when(reserve())
      .thenThrows(ToolIsRetired, /^Claw Hammer is not sold any more\.$/);
    given(tool, toolAdded(), stockReserved(), toolRetired()).when(reserve()).thenNothing();
    given(tool, toolAdded(), toolRetired(), toolReturned()).when(reserve()).then(stockReserved());
  });

  it('takes the price of now, and refuses the one of before', () => {
    given(tool, toolAdded(), toolRepriced())
      .when(reserve({ price: usd(24.99) }))
      .then(stockReserved({ unitPrice: usd(24.99) }));
    given(tool, toolAdded(), toolRepriced())
      .when(reserve())
      .thenThrows(Conflict, /24\.99/);
  });

  it('refuses less than the minimum', () =>
    given(tool, toolAdded({ minimumOrder: 2 }))
      .when(reserve())
      .thenThrows(Invalid, /You have to purchase atleast 2 items/));

  it('refuses another price, and says the right one', () =>
    given(tool, toolAdded())
      .when(reserve({ quantity: 2, price: usd(19.99) }))
      .thenThrows(Conflict, /39\.98/));

  it('finds no tool that was never offered', () => given(tool).when(reserve()).thenThrows(NotFound));
});
