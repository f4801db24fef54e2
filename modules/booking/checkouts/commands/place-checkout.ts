import { Conflict } from '../../../kernel/errors.ts';
import type { Checkout, PlacedCheckout } from '../checkout.ts';
import type { CheckoutPlaced } from '../contract.ts';

export type PlaceCheckout = { type: 'PlaceCheckout' } & PlacedCheckout;

/** Something broke before it was placed, and what was set aside for it is on the shelf again. */
export class CheckoutWasGivenUp extends Conflict {
  override name = 'CheckoutWasGivenUp';
  constructor() {
    super('This was given up before it was complete. Please order again.');
  }
}

/** Decides that all orders of a checkout come. Their pieces have been set aside. */
export function placeCheckout({ type: _, ...placed }: PlaceCheckout, state: Checkout): CheckoutPlaced[] {
  switch (state.status) {
    case 'none':
      return [{ type: 'CheckoutPlaced', data: placed }];
    case 'abandoned':
      throw new CheckoutWasGivenUp();
    case 'placed':
      return [];
  }
}
