import type { Commands } from '../kernel/commands.ts';
import type { View } from '../kernel/documents/view.ts';
import type { Holdings } from '../kernel/holdings.ts';
import { cart } from './cart.ts';
import { forgetCart } from './commands/forget-cart.ts';
import type { CartDocument } from './read-models/carts.ts';

/** A person's cart, which goes with them. */
export function cartHoldings({ commands, carts }: { commands: Commands; carts: View<CartDocument> }): Holdings {
  return {
    name: 'cart',
    of: async (uid) => (await carts.get(uid))?.lines ?? [],
    async forget(uid, context) {
      return (await commands.execute(cart, uid, context, { type: 'ForgetCart', uid }, forgetCart)).position;
    },
  };
}
