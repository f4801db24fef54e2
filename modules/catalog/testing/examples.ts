import type { StockReleased, StockReserved, StockReturned, StockSold } from '../contract.ts';
import type { ToolAdded } from '../events.ts';

/** Events of a tool as specs need them: the usual case, but for what the sentence is about. */

export const toolAdded = (but: Partial<ToolAdded['data']> = {}): ToolAdded => ({
  type: 'ToolAdded',
  data: {
    toolId: 't1',
    name: 'Claw Hammer',
    image: '/pictures/tools/claw-hammer.svg',
    description: 'Drives nails, and pulls them.',
    minimumOrder: 1,
    available: 10,
    buyGear: 3,
    perPrice: { amount: 1999, currency: 'usd' },
    totalPrice: { amount: 1999, currency: 'usd' },
    ratings: 4.5,
    ...but,
  },
});

export const stockReserved = (but: Partial<StockReserved['data']> = {}): StockReserved => ({
  type: 'StockReserved',
  data: { toolId: 't1', bookingId: 'b1', quantity: 1, unitPrice: { amount: 1999, currency: 'usd' }, ...but },
});

/** For an order that holds much of what was on the shelf. */
export const muchStockReserved = (): StockReserved => stockReserved({ large: true });

export const stockReleased = (but: Partial<StockReleased['data']> = {}): StockReleased => ({
  type: 'StockReleased',
  data: { toolId: 't1', bookingId: 'b1', quantity: 1, ...but },
});

export const stockSold = (but: Partial<StockSold['data']> = {}): StockSold => ({
  type: 'StockSold',
  data: { toolId: 't1', bookingId: 'b1', quantity: 1, ...but },
});

export const stockReturned = (but: Partial<StockReturned['data']> = {}): StockReturned => ({
  type: 'StockReturned',
  data: { toolId: 't1', bookingId: 'b1', refundId: 'r1', quantity: 1, ...but },
});
