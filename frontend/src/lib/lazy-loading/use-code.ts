import { useRef, useState } from 'react';
import { toast } from '../toast.ts';
import { fetchCode } from './fetch-code.ts';

/**
 * A part of a page whose code is fetched when somebody first wants it, and what to call then. Where it does not come, that
 * is said, and the next wish asks again.
 */
export function useCode<Code>(load: () => Promise<Code>): readonly [Code | undefined, () => void] {
  const [code, setCode] = useState<Code>();
  const isAsked = useRef(false);
  const want = () => {
    if (isAsked.current) return;
    isAsked.current = true;
    fetchCode(load).then(
      (come) => setCode(() => come),
      (error: Error) => {
        isAsked.current = false;
        void toast(error.message, 'error');
      },
    );
  };
  return [code, want];
}
