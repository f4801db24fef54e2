import { useEffect, useRef } from 'react';
import { signedOutBecause, storedAccess } from './access-token.ts';

type Typed = { readonly location: string; readonly phone: string };

let kept: { readonly email: string; readonly values: Typed } | undefined;

/** What this person had typed when their session ended under it. In the page's memory only, and for nobody else. */
export const typedBefore = (email: string): Typed | undefined => (kept?.email === email ? kept.values : undefined);

/** Keeps what was typed where the form goes because the session ended: not where its person signed out. */
export function useKeptTyped(email: string, values: Typed): void {
  const last = useRef({ email, values });
  // Before the form goes it may be drawn once more, for nobody.
  if (email !== '') last.current = { email, values };
  useEffect(() => {
    kept = undefined;
    return () => {
      if (!storedAccess() && signedOutBecause() !== undefined) kept = last.current;
    };
  }, []);
}
