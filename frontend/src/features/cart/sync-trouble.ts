import { useSyncExternalStore } from 'react';

let trouble: Error | null = null;
const listeners = new Set<() => void>();

/** Why the last try to bring the device's cart and the account's in step failed; null once one went well. */
export function cartTrouble(error: Error | null): void {
  trouble = error;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useCartTrouble(): Error | null {
  return useSyncExternalStore(
    subscribe,
    () => trouble,
    () => null,
  );
}
