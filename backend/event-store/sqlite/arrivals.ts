/** Lets readers wait until the log has more than they have seen. */
export type Arrivals = {
  /** Resolves once the log goes beyond a position, the signal aborts, or `close` is called. */
  beyond(position: bigint, signal: AbortSignal): Promise<void>;
  /** Looks at once, because something was committed here. */
  look(): void;
  close(): void;
};

/**
 * What this process appends is noticed by `look`; what others append, by asking the log every `interval` milliseconds,
 * and only while somebody waits.
 * @param goesBeyond whether the log goes beyond a position; when that fails everybody is woken, and meets the failure when reading.
 */
export function arrivals(goesBeyond: (position: bigint) => boolean, interval: number): Arrivals {
  const waiting = new Set<{ readonly position: bigint; readonly wake: () => void }>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function isBeyond(position: bigint): boolean {
    try {
      return goesBeyond(position);
    } catch {
      return true;
    }
  }

  function look(): void {
    for (const { position, wake } of waiting) if (isBeyond(position)) wake();
  }

  return {
    look,
    async beyond(position, signal) {
      if (closed || signal.aborted) return;
      // What came since whoever waits now has read: nobody was there to be told of it.
      if (isBeyond(position)) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const waiter = { position, wake: () => resolve() };
      waiting.add(waiter);
      timer ??= setInterval(look, interval);
      signal.addEventListener('abort', waiter.wake, { once: true });
      await promise;
      signal.removeEventListener('abort', waiter.wake);
      waiting.delete(waiter);
      if (waiting.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    close() {
      closed = true;
      for (const { wake } of waiting) wake();
    },
  };
}
