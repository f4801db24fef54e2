import { projection } from '../../kernel/projection.ts';
import { changedLines, withoutTools } from '../cart.ts';
import type { CartLine } from '../contract.ts';
import type { CartEvent } from '../events.ts';

/** A cart by its person's uid; an empty one is not there. */
export type CartDocument = { readonly lines: readonly CartLine[] };

const id = ({ data }: { data: { uid: string } }) => data.uid;
const unlessEmpty = (lines: readonly CartLine[]): CartDocument | undefined =>
  lines.length === 0 ? undefined : { lines };

/** What people would like to order. */
export const carts = projection<CartDocument, CartEvent>({
  name: 'carts',
  version: 1,
  indexes: {},
  on: {
    CartChanged: { id, evolve: (cart, { data }) => unlessEmpty(changedLines(cart?.lines ?? [], data.lines)) },
    CartOrdered: { id, evolve: (cart, { data }) => unlessEmpty(withoutTools(cart?.lines ?? [], data.toolIds)) },
    CartForgotten: { id, evolve: () => undefined },
  },
});
