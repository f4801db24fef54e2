import { ConfirmAgain } from '../../../modules/kernel/errors.ts';
import type { Caller, Route } from '../../../modules/kernel/route.ts';
import { isFreshProof } from '../../../modules/kernel/time/fresh-proof.ts';

/**
 * Step-up: a session that somebody left open, or that was stolen, is not enough for what gives money, accounts or data out of
 * hand (ASVS 5, 7.5.3).
 * @throws ConfirmAgain when the last proof of who is calling is too old for this route
 */
export function checkFreshProof({ confirms }: Pick<Route, 'confirms'>, caller: Caller | undefined, now: Date): void {
  if (confirms && !(caller && isFreshProof(caller, now))) throw new ConfirmAgain();
}
