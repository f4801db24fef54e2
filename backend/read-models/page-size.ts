import type { ListQuery } from '../../modules/kernel/read-models.ts';
import { longestPage } from '../../modules/kernel/wire/wire.ts';

/**
 * How many documents a page may have.
 * @throws RangeError for a limit that is no whole number from 1 to `longestPage`: what callers send is checked before it
 * gets here, and what the shop reads for itself it reads page by page.
 */
export function pageSize({ limit }: ListQuery): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= longestPage) return limit;
  throw new RangeError(`A page cannot have ${limit} documents.`);
}
