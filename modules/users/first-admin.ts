import type { Aggregate } from '../kernel/aggregate.ts';
import type { FirstAdminNamed } from './events.ts';

/** Who became the first admin of a shop that had none, by the code that its terminal showed: one person, once. */
export type FirstAdmin = { readonly uid: string | undefined };

/** One stream for the whole shop: of several who say the code at the same moment it is decided there who was first. */
export const firstAdmin: Aggregate<FirstAdmin, FirstAdminNamed> = {
  name: 'first-admin',
  initial: { uid: undefined },
  evolve: (state, { type, data }) => (type === 'FirstAdminNamed' ? { uid: data.uid } : state),
};

/** There is one shop. */
export const theShop = 'shop';
