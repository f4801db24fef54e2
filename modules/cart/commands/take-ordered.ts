import type { Cart } from '../cart.ts';
import type { CartOrdered } from '../events.ts';

export type TakeOrdered = { type: 'TakeOrdered'; uid: string; checkoutId: string; toolIds: readonly string[] };

/** Takes out of the cart what was ordered, so that nobody orders it again at another device. */
export function takeOrdered({ uid, checkoutId, toolIds }: TakeOrdered, { lines }: Cart): CartOrdered[] {
  const taken = lines.map(({ toolId }) => toolId).filter((toolId) => toolIds.includes(toolId));
  return taken.length === 0 ? [] : [{ type: 'CartOrdered', data: { uid, checkoutId, toolIds: taken } }];
}
