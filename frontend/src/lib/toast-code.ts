import '@mantine/notifications/styles.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';

/** What messages are shown with, and its styles: for `toast` alone, with the first message. */
export { Notifications, notifications, notificationsStore } from '@mantine/notifications';
