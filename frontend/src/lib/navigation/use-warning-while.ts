import { useEffect } from 'react';

/** Whoever closes or reloads the page meanwhile is asked by the browser, for something would be lost by it. */
export function useWarningWhile(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isBusy]);
}
