import type { DomainEvent } from '../kernel/event.ts';
import { storedEvents } from '../kernel/stored-events.ts';

/**
 * A person wants so many pieces of each of these tools from now on, none where it is 0; of others as many as before. Only
 * what changed is said, so that a log grows by what people do and not by how much is in their carts.
 */
export type CartChanged = DomainEvent<
  'CartChanged',
  { uid: string; lines: readonly { toolId: string; quantity: number }[]; at: string }
>;

/** These tools were ordered, and are wanted no more. */
export type CartOrdered = DomainEvent<'CartOrdered', { uid: string; checkoutId: string; toolIds: readonly string[] }>;

/** Whose cart it was is forgotten, and the cart with them. */
export type CartForgotten = DomainEvent<'CartForgotten', { uid: string }>;

export type CartEvent = CartChanged | CartOrdered | CartForgotten;

export const cartEvents = storedEvents<CartEvent>({
  // What somebody would like to have is theirs alone.
  CartChanged: { version: 1, personal: { subject: (data) => data.uid, fields: ['lines'] } },
  CartOrdered: { version: 1, personal: { subject: (data) => data.uid, fields: ['toolIds'] } },
  CartForgotten: { version: 1 },
});
