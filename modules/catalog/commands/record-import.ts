import type { Import } from '../csv/imports.ts';
import type { ProductsImported } from '../events.ts';

export type RecordImport = { type: 'RecordImport' } & ProductsImported['data'];

/** Writes down what became of an imported file, once. */
export function recordImport({ type: _, ...outcome }: RecordImport, { isDone }: Import): ProductsImported[] {
  return isDone ? [] : [{ type: 'ProductsImported', data: outcome }];
}
