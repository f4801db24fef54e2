import { ConfirmAgain } from '../../modules/kernel/errors.ts';
import type { Caller, Route } from '../../modules/kernel/route.ts';

/** How long a proof of who somebody is counts for what must be confirmed, in milliseconds. */
const counts = 15 * 60_000;

/**
 * Step-up: a session that somebody left open, or that was stolen, is not enough for what gives money, accounts or data out of
 * hand (ASVS 5, 7.5.3).
 * @throws ConfirmAgain when the last proof of who is calling is too old for this route
 */
export function checkFreshProof({ confirms }: Pick<Route, 'confirms'>, caller: Caller | undefined, now: Date): void {
  if (confirms && !(caller && now.getTime() - caller.provedAt.getTime() <= counts)) throw new ConfirmAgain();
}
