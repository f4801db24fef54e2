import { useSyncExternalStore } from 'react';
import type { SignedInUser } from '../../../../modules/identity/contract.ts';
import { onAccessChange, storedAccess } from './access-token.ts';

/** Who is signed in; undefined for nobody. Known at once from the stored token, without a request. */
export function useSession(): SignedInUser | undefined {
  return useSyncExternalStore(onAccessChange, storedAccess, () => undefined)?.user;
}
