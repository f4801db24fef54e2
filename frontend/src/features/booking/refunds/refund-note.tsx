import type { Booking } from '../../../../../modules/booking/contract.ts';
import classes from './refund-note.module.css';

/** Why money of an order went back, in the words of whoever gave it back. */
export function RefundNote({ booking: { refunded, refundReason } }: { booking: Booking }) {
  if (refunded === 0 || refundReason === undefined) return null;
  return (
    <p className={classes.note}>
      Why refunded: <q dir="auto">{refundReason}</q>
    </p>
  );
}
