import type { Aggregate } from '../../kernel/aggregate.ts';
import type { Money } from '../../kernel/values/money.ts';
import type { CheckoutAbandoned, CheckoutEvent } from '../events.ts';
import type { CheckoutPlaced } from './contract.ts';

export type PlacedCheckout = CheckoutPlaced['data'];

/**
 * Whether orders that were asked for together come: all of them, from the moment when it is placed, or none, from the moment
 * when it is abandoned. There is no way from one to the other.
 */
export type Checkout =
  | { readonly status: 'none' }
  | { readonly status: 'placed'; readonly checkout: PlacedCheckout }
  | { readonly status: 'abandoned'; readonly refused: CheckoutAbandoned['data']['refused'] };

/** Its streams are named by an id made of the command's. */
export const checkout: Aggregate<Checkout, CheckoutEvent> = {
  name: 'checkout',
  initial: { status: 'none' },
  evolve(state, event) {
    if (state.status !== 'none') return state;
    if (event.type === 'CheckoutPlaced') return { status: 'placed', checkout: event.data };
    return { status: 'abandoned', refused: event.data.refused };
  },
};

/** Of all orders together; there is one currency in a shop. */
export function priceOf(orders: PlacedCheckout['orders']): Money {
  const amount = orders.reduce((sum, { price }) => sum + price.amount, 0);
  return { amount, currency: orders[0]?.price.currency ?? '' };
}

/** Whether an order is one of those that a checkout was placed with. */
export function isOneOf(state: Checkout, { toolId, bookingId }: { toolId: string; bookingId: string }): boolean {
  if (state.status !== 'placed') return false;
  return state.checkout.orders.some((order) => order.bookingId === bookingId && order.toolId === toolId);
}
