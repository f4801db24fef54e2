import type { CartChanged, CartForgotten, CartOrdered } from '../events.ts';

/** Events of a cart as specs need them: the usual case, but for what the sentence is about. */

export const cartChanged = (but: Partial<CartChanged['data']> = {}): CartChanged => ({
  type: 'CartChanged',
  data: { uid: 'u1', lines: [{ toolId: 't1', quantity: 2 }], at: '2026-01-02T03:04:05.000Z', ...but },
});

export const cartOrdered = (but: Partial<CartOrdered['data']> = {}): CartOrdered => ({
  type: 'CartOrdered',
  data: { uid: 'u1', checkoutId: 'c1', toolIds: ['t1'], ...but },
});

export const cartForgotten = (): CartForgotten => ({ type: 'CartForgotten', data: { uid: 'u1' } });
