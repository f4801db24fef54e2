import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * A new page begins at its top, for the eye and for the keyboard alike; an address with a #part begins at that part, which
 * also takes the focus if it can have it. Going back is left to the browser, which remembers where one was; but to an address
 * with a #part Chromium brings one to that part again, so an address says no part any more once it has been shown.
 */
export function usePageStart(main: RefObject<HTMLElement | null>): void {
  const location = useLocation();
  const isBack = useNavigationType() === 'POP';
  const shown = useRef(location);

  useEffect(() => {
    // A browser brings one to a part that is there as soon as the document is; many of ours come later.
    const { hash } = window.location;
    if (hash && window.scrollY === 0 && showPart(hash)) forgetPart();
  }, []);

  useEffect(() => {
    const before = shown.current;
    shown.current = location;
    if (before === location) return;
    const { pathname, hash, key } = location;
    if (hash && window.location.hash === hash) forgetPart();
    if (before.key === key) return;
    if (before.pathname !== pathname) main.current?.focus({ preventScroll: true });
    if (isBack) return;
    if (!showPart(hash) && before.pathname !== pathname) window.scrollTo(0, 0);
  }, [location, isBack, main]);
}

/** Whether there is such a part. */
function showPart(hash: string): boolean {
  const part = hash ? document.getElementById(hash.slice(1)) : null;
  part?.scrollIntoView();
  part?.focus({ preventScroll: true });
  return part !== null;
}

/** The router need not know: it reads the address anew when one comes back. */
function forgetPart(): void {
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
}
