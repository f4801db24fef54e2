import { useSyncExternalStore } from 'react';

type PlainToast = { id: number; text: string };

const shownForMs = 5_000;

/** What notifications are shown in: nothing until its code has come, which is asked for again with each message. */
let Frame: Awaited<ReturnType<typeof toastCode>>['Notifications'] | undefined;
let plain: readonly PlainToast[] = [];
let said = 0;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** The code of the notifications and its styles: they arrive with the first message, not with the page. */
const toastCode = () => import('./toast-code.ts');

/**
 * Says what happened, in the corner: in a notification, or plainly where the code of those does not come.
 * @param kind its colour, by the theme's name
 * @param about what comes next about the same takes its place
 */
export async function toast(message: string, kind: 'success' | 'error' = 'success', about?: string): Promise<void> {
  try {
    const { notifications, notificationsStore, Notifications } = await toastCode();
    Frame = Notifications;
    tell();
    const { notifications: shown, queue } = notificationsStore.getState();
    // Of an earlier one that is over nothing is known.
    for (const one of [...shown, ...queue])
      if (about && one.id && one['data-about'] === about) notifications.hide(one.id);
    notifications.show({
      'data-about': about,
      message,
      color: `var(--mantine-color-${kind})`,
      autoClose: shownForMs,
      closeButtonProps: { 'aria-label': 'Dismiss' },
    });
  } catch {
    sayPlainly(message);
  }
}

function sayPlainly(text: string): void {
  said += 1;
  const id = said;
  plain = [...plain, { id, text }];
  tell();
  setTimeout(() => {
    plain = plain.filter((one) => one.id !== id);
    tell();
  }, shownForMs);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToastsFrame(): typeof Frame {
  return useSyncExternalStore(
    subscribe,
    () => Frame,
    () => undefined,
  );
}

export function usePlainToasts(): readonly PlainToast[] {
  return useSyncExternalStore(
    subscribe,
    () => plain,
    () => plain,
  );
}
