import type {
  ProductsImported,
  StockAdjusted,
  ToolAdded,
  ToolDetailsChanged,
  ToolRepriced,
  ToolRetired,
  ToolReturned,
} from '../events.ts';
import type { StockReleased, StockReserved, StockReturned, StockSold } from '../stock/contract.ts';

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

export const toolDetailsChanged = (but: Partial<ToolDetailsChanged['data']> = {}): ToolDetailsChanged => ({
  type: 'ToolDetailsChanged',
  data: { toolId: 't1', version: 1, ...but },
});

/** One of which all was said anew, and one that has no category, specifications and pictures any more. */
export const toolDetailsExamples = (): ToolDetailsChanged[] => [
  toolDetailsChanged({
    name: 'Claw Hammer 16 oz',
    image: '/pictures/tools/hammer.svg',
    description: 'Drives nails.',
    minimumOrder: 2,
    buyGear: 4,
    ratings: 4.6,
    category: 'Hand tools',
    specifications: [{ name: 'Weight', value: '450 g' }],
    pictures: ['/pictures/tools/hammer-2.svg'],
  }),
  toolDetailsChanged({ version: 2, category: null, specifications: [], pictures: [] }),
];

export const toolRepriced = (but: Partial<ToolRepriced['data']> = {}): ToolRepriced => ({
  type: 'ToolRepriced',
  data: {
    toolId: 't1',
    version: 1,
    perPrice: { amount: 2499, currency: 'usd' },
    totalPrice: { amount: 2499, currency: 'usd' },
    ...but,
  },
});

export const stockAdjusted = (but: Partial<StockAdjusted['data']> = {}): StockAdjusted => ({
  type: 'StockAdjusted',
  data: { toolId: 't1', change: 5, reason: 'Delivered', ...but },
});

/** With what the call was answered. */
export const stockAdjustedTo = (): StockAdjusted => stockAdjusted({ available: 12 });

export const toolRetired = (but: Partial<ToolRetired['data']> = {}): ToolRetired => ({
  type: 'ToolRetired',
  data: { toolId: 't1', ...but },
});

export const toolReturned = (but: Partial<ToolReturned['data']> = {}): ToolReturned => ({
  type: 'ToolReturned',
  data: { toolId: 't1', ...but },
});

export const stockReserved = (but: Partial<StockReserved['data']> = {}): StockReserved => ({
  type: 'StockReserved',
  data: { toolId: 't1', bookingId: 'b1', quantity: 1, unitPrice: { amount: 1999, currency: 'usd' }, ...but },
});

/** With all that it may have. */
export const describedToolAdded = (): ToolAdded =>
  toolAdded({
    category: 'Hand tools',
    specifications: [{ name: 'Weight', value: '450 g' }],
    pictures: ['/pictures/tools/hammer-2.svg'],
  });

/** For an order that holds much of what was on the shelf. */
export const muchStockReserved = (): StockReserved => stockReserved({ large: true });

/** For an order that is placed together with others. */
export const stockReservedTogether = (): StockReserved => stockReserved({ checkoutId: 'c1' });

export const stockReleased = (but: Partial<StockReleased['data']> = {}): StockReleased => ({
  type: 'StockReleased',
  data: { toolId: 't1', bookingId: 'b1', quantity: 1, ...but },
});

/** Of an order that cost nothing. */
export const freeStockReleased = (): StockReleased => stockReleased({ free: true });

export const stockSold = (but: Partial<StockSold['data']> = {}): StockSold => ({
  type: 'StockSold',
  data: { toolId: 't1', bookingId: 'b1', quantity: 1, ...but },
});

export const stockReturned = (but: Partial<StockReturned['data']> = {}): StockReturned => ({
  type: 'StockReturned',
  data: { toolId: 't1', bookingId: 'b1', refundId: 'r1', quantity: 1, ...but },
});

export const productsImported = (but: Partial<ProductsImported['data']> = {}): ProductsImported => ({
  type: 'ProductsImported',
  data: {
    importId: 'i1',
    added: 1,
    changed: 12,
    same: 30,
    wrong: 1,
    refused: [{ line: 7, toolId: 't7', name: 'Saw', errors: [{ column: 'PerPrice', message: 'A price is a number' }] }],
    ...but,
  },
});
