import type { Tool } from '../../../../modules/catalog/contract.ts';
import { minimumOf, stockOf } from '../../../../modules/catalog/words/contract.ts';
import { inDigits } from '../../../../modules/kernel/values/in-words.ts';
import { deviceCart } from '../../lib/device/device-cart.ts';
import { toast } from '../../lib/toast.ts';
import { addToCart } from './cart-lines.ts';
import { syncCart } from './sync-cart.ts';

/** The name stays by itself in a sentence that runs the other way: first strong isolate, Unicode's bidirectional algorithm. */
const isolated = (name: string) => `\u2068${name}\u2069`;

/** Puts the smallest order of a tool into the cart, or a piece more, and says how many of it are in there. */
export function putInCart(tool: Tool): void {
  syncCart();
  const before = deviceCart().lines.find(({ toolId }) => toolId === tool._id)?.quantity ?? 0;
  const after = Math.max(before + 1, minimumOf(tool));
  if (after > tool.Available) {
    void toast(
      `Only ${stockOf(tool)} of ${isolated(tool.name)} left, and ${inDigits(before)} in your cart already`,
      'error',
    );
    return;
  }
  try {
    addToCart(tool._id, after - before, tool.PerPrice);
  } catch (error) {
    if (error instanceof Error) void toast(error.message, 'error');
    return;
  }
  void toast(`${after} × ${isolated(tool.name)} in your cart`, 'success', 'cart');
}
