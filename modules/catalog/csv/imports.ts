import type { Aggregate } from '../../kernel/aggregate.ts';
import type { ProductsImported } from '../events.ts';

/** A file that was imported; its streams are named by the call that brought it. */
export type Import = { readonly isDone: boolean };

export const productsImport: Aggregate<Import, ProductsImported> = {
  name: 'import',
  initial: { isDone: false },
  evolve: () => ({ isDone: true }),
};
