import { history } from '../kernel/history.ts';
import type { CartEvent } from './events.ts';

/** How what happened to carts is told. What is in one is nobody's business but its owner's, and is not shown. */
export const cartHistory = history<CartEvent>({
  streams: ['cart'],
  events: {
    CartChanged: { shows: ['uid'], says: ({ data: { uid } }, { person }) => `${person(uid)} changed their cart` },
    CartOrdered: {
      shows: ['uid', 'checkoutId'],
      says: ({ data: { uid } }, { person }) => `What ${person(uid)} ordered left their cart`,
    },
    CartForgotten: {
      shows: ['uid'],
      says: ({ data: { uid } }, { person }) => `The cart of ${person(uid)} was forgotten`,
    },
  },
});
