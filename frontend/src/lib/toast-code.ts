import '@mantine/notifications/styles.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import { notifications, notificationsStore } from '@mantine/notifications';

/** What messages are shown with, and its styles: for `toast` alone, with the first message. */
export { Notifications, notifications } from '@mantine/notifications';

/** Takes away what was said about something, shown or waiting. */
export function hideAbout(about: string): void {
  const { notifications: shown, queue } = notificationsStore.getState();
  // Of an earlier one that is over nothing is known.
  for (const one of [...shown, ...queue]) if (one.id && one['data-about'] === about) notifications.hide(one.id);
}
