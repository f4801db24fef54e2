import { useSyncExternalStore } from 'react';
import { onAccessChange, signedOutBecause } from '../../lib/access-token.ts';
import { isTypedKept } from '../../lib/typed-before.ts';

/** To who was signed out without having asked for it: why, and that they go on where they were. */
export function SignedOutBecause() {
  const because = useSyncExternalStore(onAccessChange, signedOutBecause, () => undefined);
  return (
    <div role="status">
      {because && <p>{isTypedKept() ? `${because} What you filled in is kept until you log in again.` : because}</p>}
    </div>
  );
}
