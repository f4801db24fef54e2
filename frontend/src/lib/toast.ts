import { useSyncExternalStore } from 'react';

let wanted = false;
const listeners = new Set<() => void>();

/** Says what happened, in the corner. The notifications' code arrives with the first of them, not with the page. */
export async function toast(message: string, kind: 'success' | 'failure' = 'success'): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  const { notifications } = await import('@mantine/notifications');
  const color = `var(--mantine-color-${kind === 'success' ? 'success' : 'error'})`;
  notifications.show({ message, color, autoClose: 5_000, closeButtonProps: { 'aria-label': 'Dismiss' } });
}

/** Whether there ever was something to say. */
export function useToastsWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
  );
}
