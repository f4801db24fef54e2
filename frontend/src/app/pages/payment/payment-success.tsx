import { useEffect, useRef } from 'react';
import { useTitle } from '../../../components/layout/page-head.tsx';
import { placedIsOld } from '../cart/say-placed.ts';
import classes from './payment-page.module.css';

/** Says that all is paid, and takes the focus: the button that had it is gone with the card form. */
export function PaymentSuccess({ isPaid }: { isPaid: boolean }) {
  useTitle(isPaid ? 'Payment completed' : undefined);
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!isPaid) return;
    message.current?.focus();
    placedIsOld();
  }, [isPaid]);
  return (
    <p role="status" ref={message} tabIndex={-1} className={classes.success}>
      {isPaid && 'Congrats payment is completed'}
    </p>
  );
}
