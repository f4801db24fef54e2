import type { Booking } from '../../../../modules/booking/contract.ts';
import { inDigits } from '../../../../modules/kernel/values/in-words.ts';
import { formatPrice } from '../../lib/formatting/money.ts';
import classes from './order-slip.module.css';
import { PaidStamp } from './paid-stamp.tsx';
import { RefundNote } from './refunds/refund-note.tsx';

/** What is being paid for, as a slip of paper from the counter. */
export function OrderSlip({ booking, currency }: { booking: Booking; currency: string }) {
  const rows = [
    ['Tool', booking.toolName],
    ['Quantity', inDigits(booking.quantity)],
    ['For', booking.buyerName],
    ['Location', booking.location],
    ['Phone', booking.phone],
  ];
  return (
    <section className={classes.slip} aria-label="Order">
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
        <div className={classes.total}>
          <dt>Total</dt>
          <dd>{formatPrice(booking.price, currency)}</dd>
        </div>
      </dl>
      <div className={classes.why}>
        <RefundNote booking={booking} />
      </div>
      <PaidStamp booking={booking} format={(amount) => formatPrice(amount, currency)} />
    </section>
  );
}
