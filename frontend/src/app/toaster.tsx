import { lazy, Suspense } from 'react';
import { useToastsWanted } from '../lib/toast.ts';
import classes from './toaster.module.css';

const Notifications = lazy(async () => {
  const [{ Notifications: component }] = await Promise.all([
    import('@mantine/notifications'),
    import('@mantine/notifications/styles.layer.css'),
    import('@mantine/core/styles/CloseButton.layer.css'),
    import('@mantine/core/styles/Notification.layer.css'),
  ]);
  return { default: component };
});

export function Toaster() {
  const wanted = useToastsWanted();
  if (!wanted) return null;
  return (
    <Suspense>
      <Notifications position="top-right" autoClose={5_000} classNames={{ root: classes.toasts }} />
    </Suspense>
  );
}
