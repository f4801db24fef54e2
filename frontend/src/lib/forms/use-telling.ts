import { useLayoutEffect } from 'react';

/** Tells whether something holds, such as that a form is not saved; it does not any more once what tells it is gone. */
export function useTelling(holds: boolean, tell: (holds: boolean) => void): void {
  // With the page that shows it: whoever presses Escape right after a letter is asked already.
  useLayoutEffect(() => {
    tell(holds);
    return () => tell(false);
  }, [holds, tell]);
}
