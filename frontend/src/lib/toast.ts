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
async function toastCode() {
  const [code] = await Promise.all([
    import('@mantine/notifications'),
    import('@mantine/notifications/styles.layer.css'),
    import('@mantine/core/styles/CloseButton.layer.css'),
    import('@mantine/core/styles/Notification.layer.css'),
  ]);
  return code;
}

/**
 * Says what happened, in the corner: in a notification, or plainly where the code of those does not come.
 * @param about what comes next about the same takes its place
 */
export async function toast(message: string, kind: 'success' | 'failure' = 'success', about?: string): Promise<void> {
  try {
    const { notifications, notificationsStore, Notifications } = await toastCode();
    Frame = Notifications;
    tell();
    const color = `var(--mantine-color-${kind === 'success' ? 'success' : 'error'})`;
    const { notifications: shown, queue } = notificationsStore.getState();
    // Of an earlier one that is over nothing is known.
    for (const { id } of [...shown, ...queue]) if (about && id && aboutOf(id) === about) notifications.hide(id);
    said += 1;
    notifications.show({
      id: `${about ?? ''} ${said}`,
      message,
      color,
      autoClose: shownForMs,
      closeButtonProps: { 'aria-label': 'Dismiss' },
    });
  } catch {
    sayPlainly(message);
  }
}

/** What a message is about, by its id: its number comes after that. */
const aboutOf = (id: string) => id.slice(0, id.lastIndexOf(' '));

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
