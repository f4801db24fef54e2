import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a button that goes away with what it changes: once what somebody wished for is so, `place` takes the focus, which would
 * otherwise fall to the body. Not as long as a dialog is open (`isAsking`), which has the focus then. Gives what is told the wish.
 */
export function useFocusOnceSo(isSo: boolean, isAsking: boolean, place: RefObject<HTMLElement | null>) {
  const wished = useRef<boolean>(undefined);
  useEffect(() => {
    if (isAsking || wished.current !== isSo) return;
    wished.current = undefined;
    place.current?.focus();
  }, [isSo, isAsking, place]);
  return (wish: boolean): void => {
    wished.current = wish;
  };
}
