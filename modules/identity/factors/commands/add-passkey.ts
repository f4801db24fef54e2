import { Conflict } from '../../../kernel/errors.ts';
import type { PasskeyAdded, RecoveryCodesMade } from '../events.ts';
import type { Factors } from '../factors.ts';
import { WrongFactor } from '../refusals.ts';
import { type WithFirst, withFirst } from './first-factor.ts';

/** A passkey whose signature was found good. `first` is for whoever has no factor yet. */
export type AddPasskey = { type: 'AddPasskey'; first: WithFirst } & Omit<PasskeyAdded['data'], 'sid'>;

const most = 20;

/** Adds a passkey, and with the first factor recovery codes. */
export function addPasskey(
  { type: _, first, ...data }: AddPasskey,
  state: Factors,
): (PasskeyAdded | RecoveryCodesMade)[] {
  if (state.signed.some(({ challenge }) => challenge === data.challenge)) throw new WrongFactor('Please try again.');
  const isKnown = state.factors.some((one) => one.kind === 'passkey' && one.credentialId === data.credentialId);
  if (isKnown) throw new Conflict('You have added this passkey already.');
  if (state.factors.length >= most) throw new Conflict(`You have ${most} factors. Remove one first.`);
  return withFirst({ type: 'PasskeyAdded', data }, first, state);
}
