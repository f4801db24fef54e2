import { useLayoutEffect, useRef } from 'react';

/**
 * For what goes away with the press of a button in it: the nearest that is around it and can have the focus takes it, which would
 * otherwise fall to the body, from where the keyboard begins again at the top of the page.
 */
export function useFocusAround<Node extends HTMLElement>() {
  const place = useRef<Node>(null);
  useLayoutEffect(() => {
    const node = place.current;
    return () => {
      if (!node?.contains(document.activeElement)) return;
      const around = node.parentElement?.closest<HTMLElement>('[tabindex]');
      // Once it is gone, where nothing else has seen to it.
      queueMicrotask(() => document.activeElement === document.body && around?.focus({ preventScroll: true }));
    };
  }, []);
  return place;
}
