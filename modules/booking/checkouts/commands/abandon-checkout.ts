import type { CheckoutAbandoned } from '../../events.ts';
import type { Checkout } from '../checkout.ts';

export type AbandonCheckout = { type: 'AbandonCheckout' } & CheckoutAbandoned['data'];

/** Closes a checkout that was not placed, so that it cannot be later. One that was placed stays. */
export function abandonCheckout({ type: _, ...abandoned }: AbandonCheckout, state: Checkout): CheckoutAbandoned[] {
  return state.status === 'none' ? [{ type: 'CheckoutAbandoned', data: abandoned }] : [];
}
