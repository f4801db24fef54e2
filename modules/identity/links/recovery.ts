import type { Aggregate } from '../../kernel/aggregate.ts';
import type { RecoveryAsked, RecoveryEvent, RecoveryForNobody } from '../events.ts';

/** Somebody said that they forgot the password of an address. Each time is a stream of its own. */
export type Recovery = { readonly isAsked: boolean; readonly isForNobody: boolean };

export const recovery: Aggregate<Recovery, RecoveryEvent> = {
  name: 'recovery',
  initial: { isAsked: false, isForNobody: false },
  evolve(state, { type }) {
    switch (type) {
      case 'RecoveryAsked':
        return { ...state, isAsked: true };
      case 'RecoveryForNobody':
        return { ...state, isForNobody: true };
      default: // What a newer release wrote and this one does not know.
        return state;
    }
  },
};

export type AskForRecovery = { type: 'AskForRecovery' } & RecoveryAsked['data'];

/** Writes down that it was asked for, in the same way whether or not anybody has the address. */
export function askForRecovery({ type: _, ...data }: AskForRecovery, { isAsked }: Recovery): RecoveryAsked[] {
  return isAsked ? [] : [{ type: 'RecoveryAsked', data }];
}

export type FindNobody = { type: 'FindNobody' } & RecoveryForNobody['data'];

/** Writes down that nobody has the address, in the place of the link that somebody would be mailed. */
export function findNobody({ type: _, ...data }: FindNobody, { isForNobody }: Recovery): RecoveryForNobody[] {
  return isForNobody ? [] : [{ type: 'RecoveryForNobody', data }];
}
