import type { Aggregate } from '../kernel/aggregate.ts';
import type { FirstAdminNamed } from './events.ts';

/**
 * Who became the first admin of a shop that had none, by the code that its terminal showed, and how often somebody did: mostly
 * once, and again after the shop had lost its last admin.
 */
export type FirstAdmin = { readonly uid: string | undefined; readonly times: number };

/** One stream for the whole shop: of several who say the code at the same moment it is decided there who was first. */
export const firstAdmin: Aggregate<FirstAdmin, FirstAdminNamed> = {
  name: 'first-admin',
  initial: { uid: undefined, times: 0 },
  evolve: (state, { type, data }) => (type === 'FirstAdminNamed' ? { uid: data.uid, times: state.times + 1 } : state),
};

/** There is one shop. */
export const theShop = 'shop';
