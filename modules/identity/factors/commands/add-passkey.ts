import { Conflict } from '../../../kernel/errors.ts';
import type { PasskeyAdded, RecoveryCodesMade } from '../events.ts';
import type { Factors } from '../factors.ts';
import { WrongFactor } from '../refusals.ts';
import { firstRecoveryCodes } from './first-recovery-codes.ts';

/** A passkey whose signature was found good. `digests` are for who has no factor yet. */
export type AddPasskey = { type: 'AddPasskey'; digests: readonly string[] } & PasskeyAdded['data'];

const most = 20;

/** Adds a passkey, and with the first factor recovery codes. */
export function addPasskey(
  { type: _, digests, ...data }: AddPasskey,
  state: Factors,
): (PasskeyAdded | RecoveryCodesMade)[] {
  if (state.signed.some(({ challenge }) => challenge === data.challenge)) throw new WrongFactor('Please try again.');
  const isKnown = state.factors.some((one) => one.kind === 'passkey' && one.credentialId === data.credentialId);
  if (isKnown) throw new Conflict('You have added this passkey already.');
  if (state.factors.length >= most) throw new Conflict(`You have ${most} factors. Remove one first.`);
  return [{ type: 'PasskeyAdded', data }, ...firstRecoveryCodes(data.uid, digests, state)];
}
