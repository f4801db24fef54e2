import type { Authentication } from '../../http/authentication/authentication.ts';
import { notFresh } from '../../http/routing/not-fresh.ts';

/**
 * Who somebody is once GETs show what every process on the same files has acknowledged: for what is looked at once and counts
 * for as long as a connection lives.
 * @param whenFresh resolves to false where that takes too long; undefined where there is nothing to wait for
 * @throws Unavailable where it takes too long: a demoted admin would be one until they come back.
 */
export function freshCallers(
  whenFresh: () => Promise<boolean> | undefined,
  callerOf: Authentication['callerOf'],
): Authentication['callerOf'] {
  return async (uid) => {
    if ((await whenFresh()) === false) throw notFresh();
    return callerOf(uid);
  };
}
