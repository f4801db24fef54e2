import { Conflict } from '../../../kernel/errors.ts';
import type { RecoveryCodesMade } from '../events.ts';
import type { Factors } from '../factors.ts';

export type MakeRecoveryCodes = { type: 'MakeRecoveryCodes'; uid: string; digests: readonly string[] };

/** Makes new recovery codes; those of before are good no more. */
export function makeRecoveryCodes({ uid, digests }: MakeRecoveryCodes, state: Factors): RecoveryCodesMade[] {
  if (state.factors.length === 0) throw new Conflict('Recovery codes need a second factor. Add one first.');
  return [{ type: 'RecoveryCodesMade', data: { uid, digests } }];
}
