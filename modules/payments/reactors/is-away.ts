import { isOfOneStream, Unavailable } from '../../kernel/errors.ts';

/**
 * Whether the provider or the store is away, so that nothing can be said of other payments either.
 * @param alsoOfOne what else is of one payment only
 */
export function isAway(reason: unknown, alsoOfOne: readonly (new (...parameters: never[]) => Error)[] = []): boolean {
  return reason instanceof Unavailable && !isOfOneStream(reason) && !alsoOfOne.some((kind) => reason instanceof kind);
}
