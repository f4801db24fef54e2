import { type ComponentType, createElement, lazy, useMemo, useSyncExternalStore } from 'react';
import { fetchCode } from './fetch-code.ts';

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

/** The code of a page: `known` once it has come. */
export type PageCode = { readonly load: () => Promise<ComponentType>; readonly known: ComponentType | undefined };

const lazyPages = new WeakMap<PageCode, ComponentType>();
const failed = new Set<PageCode>();

/** React keeps what a lazy page came to. Without this, a page that did not come once would never come. */
export function forgetFailedPages(): void {
  for (const code of failed) lazyPages.delete(code);
  failed.clear();
}

function lazyPage(code: PageCode): ComponentType {
  const made = lazyPages.get(code);
  if (made) return made;
  const one = lazy(async () => {
    count(1);
    try {
      return { default: await fetchCode(code.load) };
    } catch (error) {
      failed.add(code);
      throw error;
    } finally {
      count(-1);
    }
  });
  lazyPages.set(code, one);
  return one;
}

/**
 * A page in a chunk of its own. While its code is on the way the page before stays, and usePageLoading says so. Code
 * that is there already is used as it is: React would show a placeholder first, and hold the page back for its sake.
 */
export function Page({ code }: { code: PageCode }) {
  const shown = useMemo(() => code.known ?? lazyPage(code), [code]);
  return createElement(shown);
}

export function usePageLoading(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => waiting > 0,
    () => false,
  );
}
