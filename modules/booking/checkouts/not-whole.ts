import { Conflict, type FieldError } from '../../kernel/errors.ts';

/** A line (from 0, as it was asked for) that cannot be had, and why. */
export type LineRefused = { readonly line: number; readonly toolId: string; readonly because: string };

/** Some of what was to be ordered together cannot be had, or costs something else; so nothing was ordered. */
export class NotWhole extends Conflict {
  override name = 'NotWhole';
  override readonly errors: readonly FieldError[];
  constructor(refused: readonly LineRefused[]) {
    super('Some of this cannot be ordered as it is. Nothing was ordered.');
    const inOrder = refused.toSorted((one, other) => one.line - other.line);
    this.errors = inOrder.map(({ line, because }) => ({ path: `lines.${line}`, message: because }));
  }
}
