import { Conflict, type FieldError } from '../../kernel/errors.ts';

/** More money than the order has left, or more pieces than it has out; and which of both was asked for in a field. */
export class MoreThanLeft extends Conflict {
  override name = 'MoreThanLeft';
  override readonly errors: readonly FieldError[];
  constructor(message: string, path?: 'amount' | 'restock') {
    super(message);
    this.errors = path === undefined ? [] : [{ path, message }];
  }
}
