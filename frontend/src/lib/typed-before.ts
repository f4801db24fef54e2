import { useEffect, useRef, useState } from 'react';
import { signedOutBecause, storedAccess } from './access-token.ts';

const kept = new Map<string, { readonly email: string; readonly values: object }>();

/**
 * What this person had typed into `form` when their session ended under it: undefined where it did not, or for somebody else.
 * In the page's memory only, until the form is there again.
 */
export function useTypedBefore<Values>(form: string, email: string): Values | undefined {
  const [values] = useState(() => {
    const last = kept.get(form);
    return last?.email === email ? (last.values as Values) : undefined;
  });
  return values;
}

/** Whether something typed waits for who is back. */
export const isTypedKept = () =>
  [...kept.values()].some(({ values }) => Object.values(values).some((value) => value !== ''));

/** Keeps what was typed into `form` where it goes because the session ended: not where its person signed out. */
export function useKeptTyped<Values extends object>(form: string, email: string, values: Values): void {
  const last = useRef({ email, values });
  // Before the form goes it may be drawn once more, for nobody.
  if (email !== '') last.current = { email, values };
  useEffect(() => {
    kept.delete(form);
    return () => {
      if (!storedAccess() && signedOutBecause() !== undefined) kept.set(form, last.current);
    };
  }, [form]);
}
