import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * A new page begins at its top, for the eye and for the keyboard alike; an address with a #part begins at that part, which
 * also takes the focus if it can have it. Going back is left to the browser, which remembers where one was.
 */
export function usePageStart(main: RefObject<HTMLElement | null>): void {
  const { pathname, hash, key } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const shown = useRef({ pathname, key });

  useEffect(() => {
    const before = shown.current;
    shown.current = { pathname, key };
    if (before.key === key) return;
    if (before.pathname !== pathname) main.current?.focus({ preventScroll: true });
    if (isBack) return;
    const part = hash ? document.getElementById(hash.slice(1)) : null;
    part?.scrollIntoView();
    part?.focus({ preventScroll: true });
    if (!part && before.pathname !== pathname) window.scrollTo(0, 0);
  }, [pathname, hash, key, isBack, main]);
}
