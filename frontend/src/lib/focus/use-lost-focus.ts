import { useEffect, useRef } from 'react';

/** For what comes in the place of something that was shown: it takes the focus where that went to the body with what had it. */
export function useLostFocus<Node extends HTMLElement>(isGone: boolean) {
  const place = useRef<Node>(null);
  useEffect(() => {
    if (isGone && document.activeElement === document.body) place.current?.focus();
  }, [isGone]);
  return place;
}
