import type { QueryClient } from '@tanstack/react-query';

/** A moment without a connection is none: it is asked for nothing then. In ms. */
const patienceMs = 3_000;

/** How often what is shown is asked for without one, give or take a fifth by chance. In ms. */
const everyMs = 15_000;

/**
 * Polling, the way out where neither WebSockets nor long polling come through: what is shown, and notices would change, is
 * asked for again now and then, while somebody looks.
 */
export function pollWhileNotLive(client: QueryClient, signal: AbortSignal): { isLive: (isIt: boolean) => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    timer = setTimeout(ask, everyMs * (0.8 + 0.4 * Math.random()));
    if (document.visibilityState === 'hidden' || !navigator.onLine) return;
    void client.refetchQueries({ type: 'active', predicate: ({ meta }) => meta?.live !== undefined });
  };
  const isLive = (isIt: boolean) => {
    clearTimeout(timer);
    if (!isIt && !signal.aborted) timer = setTimeout(ask, patienceMs);
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  isLive(false);
  return { isLive };
}
