import { DamagedStream, NewerRelease, Unavailable } from '../../kernel/errors.ts';

/** What is Unavailable of one payment only, and may be so for good: of the others something can be said all the same. */
const ofOne = [DamagedStream, NewerRelease];

/**
 * Whether the provider or the store is away, so that nothing can be said of other payments either.
 * @param alsoOfOne what else is of one payment only
 */
export function isAway(reason: unknown, alsoOfOne: readonly (new (...parameters: never[]) => Error)[] = []): boolean {
  return reason instanceof Unavailable && ![...ofOne, ...alsoOfOne].some((kind) => reason instanceof kind);
}
