import type { ListQuery } from '../../modules/kernel/read-models.ts';

/**
 * How many documents a page may have; Infinity when the query has no limit.
 * @throws RangeError for a limit that is not a whole number above 0: what callers send is checked before it gets here.
 */
export function pageSize({ limit = Number.POSITIVE_INFINITY }: ListQuery): number {
  if (limit >= 1 && (Number.isInteger(limit) || limit === Number.POSITIVE_INFINITY)) return limit;
  throw new RangeError(`A page cannot have ${limit} documents.`);
}
