import type { PasskeyAdded, RecoveryCodesMade, TotpAdded } from '../events.ts';
import type { Factors } from '../factors.ts';

/** What comes with somebody's first factor: the session in which it is added, which goes on as the others end, and recovery codes. */
export type WithFirst = { readonly sid: string; readonly digests: readonly string[] };

/**
 * What adding a factor leads to. Who gets their first one gets recovery codes with it: whoever loses that factor before making any is
 * locked out.
 */
export function withFirst<A extends TotpAdded | PasskeyAdded>(
  added: A,
  { sid, digests }: WithFirst,
  state: Factors,
): (A | RecoveryCodesMade)[] {
  if (state.factors.length > 0) return [added];
  const { uid } = added.data;
  return [
    { ...added, data: { ...added.data, sid } },
    { type: 'RecoveryCodesMade', data: { uid, digests } },
  ];
}
