import { useLayoutEffect, useRef } from 'react';

/**
 * For what has buttons only while it is open. It may close by itself under somebody's hand; then it takes the focus, which
 * would otherwise fall to the body with the button that had it.
 */
export function useKeptFocus<Node extends HTMLElement>(isOpen: boolean) {
  const node = useRef<Node>(null);
  const hadFocus = useRef(false);
  // While it renders, what had the focus is still there.
  hadFocus.current = node.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (!isOpen && hadFocus.current) node.current?.focus();
  }, [isOpen]);
  return node;
}
