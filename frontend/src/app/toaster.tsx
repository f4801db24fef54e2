import { usePlainToasts, useToastsFrame } from '../lib/toast.ts';
import classes from './toaster.module.css';

export function Toaster() {
  const Notifications = useToastsFrame();
  return (
    <>
      <PlainToasts />
      {Notifications && <Notifications position="top-right" autoClose={5_000} classNames={{ root: classes.toasts }} />}
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
