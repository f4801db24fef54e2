import { useSyncExternalStore } from 'react';
import { onAccessChange, signedOutBecause } from '../../lib/access-token.ts';

/** To who was signed out without having asked for it: why. */
export function SignedOutBecause() {
  const because = useSyncExternalStore(onAccessChange, signedOutBecause, () => undefined);
  return <div role="status">{because && <p>{because}</p>}</div>;
}
