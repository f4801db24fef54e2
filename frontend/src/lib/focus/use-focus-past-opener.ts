import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * For a dialog: it gives the focus back to what opened it, and where that is gone by then, the nearest that was around it and can have
 * the focus takes it. Without this it falls to the body, from where the keyboard begins again at the top of the page.
 */
export function useFocusPastOpener(isOpen: boolean): void {
  const opener = useRef<Element>(null);
  const around = useRef<HTMLElement>(null);
  // Before the dialog takes the focus.
  useLayoutEffect(() => {
    if (!isOpen) return;
    opener.current = document.activeElement;
    around.current = opener.current?.parentElement?.closest<HTMLElement>('[tabindex]') ?? null;
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen && opener.current?.isConnected === false) around.current?.focus({ preventScroll: true });
  }, [isOpen]);
}
