import '@mantine/notifications/styles.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import { notifications, notificationsStore } from '@mantine/notifications';

/** What messages are shown with, and its styles: for `toast` alone, with the first message. */
export { Notifications, notifications } from '@mantine/notifications';
export { keepClearOfToasts } from './clear-of-toasts.ts';

/** Where one was before the notifications. */
let before: Element | null = document.activeElement;
const toastOf = (place: Element | null) => place?.closest('[data-toast]') ?? undefined;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !toastOf(target)) before = target;
});

/**
 * Puts who is in a notification that goes back where they were, or at the page's beginning: the keyboard would go with it. Who is in
 * another one stays there.
 */
export function leaveToast({ id }: { id?: string | undefined }): void {
  if (toastOf(document.activeElement)?.id !== id) return;
  const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
  const place = isThere ? (before as HTMLElement) : document.getElementById('content');
  place?.focus();
}

/** Takes away what was said about something, shown or waiting. */
export function hideAbout(about: string): void {
  const { notifications: shown, queue } = notificationsStore.getState();
  // Of an earlier one that is over nothing is known.
  for (const one of [...shown, ...queue]) if (one.id && one['data-about'] === about) notifications.hide(one.id);
}
