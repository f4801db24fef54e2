import type { Aggregate } from '../kernel/aggregate.ts';
import type { RecoveryAsked } from './events.ts';

/** Somebody said that they forgot the password of an address. Each time is a stream of its own. */
type Recovery = { readonly isAsked: boolean };

export const recovery: Aggregate<Recovery, RecoveryAsked> = {
  name: 'recovery',
  initial: { isAsked: false },
  evolve: (state, { type }) => (type === 'RecoveryAsked' ? { isAsked: true } : state),
};

export type AskForRecovery = { type: 'AskForRecovery' } & RecoveryAsked['data'];

/** Writes down that it was asked for, in the same way whether or not anybody has the address. */
export function askForRecovery({ type: _, ...data }: AskForRecovery, { isAsked }: Recovery): RecoveryAsked[] {
  return isAsked ? [] : [{ type: 'RecoveryAsked', data }];
}
