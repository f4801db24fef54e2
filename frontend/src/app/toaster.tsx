import { lazy, Suspense } from 'react';
import { toastCode, usePlainToasts, useToastsWanted } from '../lib/toast.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import classes from './toaster.module.css';

const Notifications = lazy(async () => ({ default: (await toastCode()).Notifications }));

export function Toaster() {
  const wanted = useToastsWanted();
  return (
    <>
      <PlainToasts />
      {wanted && (
        <ErrorBoundary fallback={() => null}>
          <Suspense>
            <Notifications position="top-right" autoClose={5_000} classNames={{ root: classes.toasts }} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

/** What is said while the notifications' code does not come: a message is never lost for want of its frame. */
function PlainToasts() {
  const messages = usePlainToasts();
  return (
    <div role="status" className={classes.plain}>
      {messages.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
