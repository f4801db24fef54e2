type Shown = {
  signal: AbortSignal;
  open: () => void;
  close: () => void;
  /** Whether there is something to close. */
  isOpen: () => boolean;
};

/** A tab that nobody has looked at for so long gives its connection up: a browser may have dozens of them. */
const hiddenForMs = 60_000;

/**
 * Opens and closes a connection with the page. A page that is left goes into the browser's back/forward cache only without
 * one; and it comes back as it was, so the connection is opened anew.
 */
export function whileShown({ signal, open, close, isOpen }: Shown): { isShown: () => boolean } {
  let isLeft = false;
  let isForgotten = false;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  const leave = () => {
    isLeft = true;
    if (isOpen()) close();
  };
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    isLeft = false;
    if (persisted) open();
  };
  const look = () => {
    clearTimeout(hiding);
    if (document.visibilityState === 'hidden') {
      hiding = setTimeout(() => {
        isForgotten = true;
        close();
      }, hiddenForMs);
    } else if (isForgotten) {
      isForgotten = false;
      open();
    }
  };
  /** Sooner than by itself, whose waits grow. */
  const online = () => {
    if (isOpen()) return;
    close();
    open();
  };
  window.addEventListener('pagehide', leave, { signal });
  window.addEventListener('pageshow', comeBack, { signal });
  window.addEventListener('online', online, { signal });
  document.addEventListener('visibilitychange', look, { signal });
  signal.addEventListener('abort', () => clearTimeout(hiding));
  look();
  return { isShown: () => !isLeft && !isForgotten };
}
