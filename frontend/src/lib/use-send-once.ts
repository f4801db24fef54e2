import { useRef } from 'react';

/**
 * Lets something be sent that is not on its way already: two presses may come before the page has been drawn anew, and a
 * disabled button with it. What is sent calls `settled` when it has ended, however it did.
 */
export function useSendOnce() {
  const isSending = useRef(false);
  return (send: (settled: () => void) => void): void => {
    if (isSending.current) return;
    isSending.current = true;
    send(() => {
      isSending.current = false;
    });
  };
}
