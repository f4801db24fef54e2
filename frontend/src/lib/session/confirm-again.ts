import { useSyncExternalStore } from 'react';
import { isOfInputMethod } from '../forms/input-method.ts';

/** One did not confirm who one is: nothing was done, and what was asked may be asked again. */
export class NotConfirmed extends Error {
  constructor(message = 'You did not confirm that it is you, so nothing was done.') {
    super(message);
    this.name = 'NotConfirmed';
  }
}

/** What waits for a confirmation: however many calls do, it is asked for once. */
let asked: PromiseWithResolvers<void> | undefined;
const listeners = new Set<() => void>();

// The session is that of all tabs: what was confirmed in one of them counts in the others, which may be asking too.
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('confirmed');
channel?.addEventListener('message', () => settle((waiting) => waiting.resolve()));

// Escape closes the topmost dialog. Without this the one below, whose call waits, would hear of it first and be closed too,
// with what was typed into it; so this listens from the beginning, before any dialog does.
window.addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape' || isOfInputMethod(event) || !asked) return;
    event.stopImmediatePropagation();
    notConfirmed();
  },
  { capture: true },
);

/**
 * Asks in a dialog who one is. Resolves once the server has taken it.
 * @throws NotConfirmed
 */
export function confirmAnew(): Promise<void> {
  if (!asked) {
    asked = Promise.withResolvers();
    tell();
  }
  return asked.promise;
}

/** The server has taken a proof, here or in another tab. */
export function confirmed(): void {
  channel?.postMessage('confirmed');
  settle((waiting) => waiting.resolve());
}

export function notConfirmed(reason?: Error): void {
  settle((waiting) => waiting.reject(reason instanceof NotConfirmed ? reason : new NotConfirmed(reason?.message)));
}

/** Whether something waits for a confirmation. */
export function useConfirmationAsked(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => asked !== undefined,
    () => false,
  );
}

function settle(decide: (waiting: PromiseWithResolvers<void>) => void): void {
  const waiting = asked;
  asked = undefined;
  if (!waiting) return;
  decide(waiting);
  tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
