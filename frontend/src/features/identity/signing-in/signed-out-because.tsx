import { useSyncExternalStore } from 'react';
import { isTypedKept } from '../../../lib/forms/typed-before.ts';
import { isAwaited, onAccessChange, signedOutBecause } from '../../../lib/session/access-token.ts';

/** To whoever was signed out without having asked for it: why, and that they go on where they were. */
export function SignedOutBecause() {
  const because = useSyncExternalStore(onAccessChange, signedOutBecause, () => undefined);
  const kept = isAwaited() && isTypedKept() ? 'What you filled in is kept until you log in again.' : '';
  const words = [because, kept].filter(Boolean).join(' ');
  return <div role="status">{words && <p>{words}</p>}</div>;
}
