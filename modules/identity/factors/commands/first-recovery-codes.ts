import type { RecoveryCodesMade } from '../events.ts';
import type { Factors } from '../factors.ts';

/** Who gets their first factor gets recovery codes with it: whoever loses that factor before making any is locked out. */
export function firstRecoveryCodes(uid: string, digests: readonly string[], state: Factors): RecoveryCodesMade[] {
  return state.factors.length === 0 ? [{ type: 'RecoveryCodesMade', data: { uid, digests } }] : [];
}
