import { Unavailable } from '../../modules/kernel/errors.ts';
import { saidOf } from '../../modules/kernel/history.ts';
import { UnusableLog } from '../event-store/sqlite/unusable-log.ts';

/** Why the index does not go on, after so many tries; what is away or busy comes back by itself. */
export function wrongBy(reason: unknown, tries: number): string | undefined {
  if (reason instanceof UnusableLog) return reason.message;
  return reason instanceof Unavailable || tries < 3 ? undefined : saidOf(reason);
}
