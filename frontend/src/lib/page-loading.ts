import { type ComponentType, lazy, useSyncExternalStore } from 'react';

/** How many pages' code is on the way. */
let waiting = 0;
const listeners = new Set<() => void>();

function count(change: number): void {
  waiting += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A page in a chunk of its own. While its code is on the way the page before stays, and usePageLoading says so. */
export function page(load: () => Promise<ComponentType>) {
  return lazy(async () => {
    count(1);
    try {
      return { default: await load() };
    } finally {
      count(-1);
    }
  });
}

export function usePageLoading(): boolean {
  return useSyncExternalStore(subscribe, () => waiting > 0);
}
