import { useSyncExternalStore } from 'react';

/** Whether the shop can be reached, as far as the browser and the last request know. */
let reachable = typeof navigator === 'undefined' || navigator.onLine !== false;
const listeners = new Set<() => void>();

export function connectionSeen(isReachable: boolean): void {
  if (reachable === isReachable) return;
  reachable = isReachable;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const online = () => connectionSeen(true);
  const offline = () => connectionSeen(false);
  listeners.add(listener);
  window.addEventListener('online', online);
  window.addEventListener('offline', offline);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', online);
    window.removeEventListener('offline', offline);
  };
}

/** Hears whenever the shop can be reached again, until the signal ends it. */
export function onReachable(heard: () => void, signal: AbortSignal): void {
  const stopListening = subscribe(() => reachable && heard());
  signal.addEventListener('abort', stopListening, { once: true });
}

export function useReachable(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => reachable,
    () => true,
  );
}
