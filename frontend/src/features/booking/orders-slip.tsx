import { inDigits } from '../../../../modules/kernel/values/in-words.ts';
import { formatPrice } from '../../lib/formatting/money.ts';
import classes from './order-slip.module.css';
import { goneOf, type ShownBooking, wordsOfGone } from './shown-booking.ts';

type Props = {
  orders: readonly ShownBooking[];
  /** Of those that are paid for together; no sum is said where it is nothing. */
  due: number;
  isPaid: boolean;
  currency: string;
};

/** Several orders that are paid for together, as a slip of paper from the counter. */
export function OrdersSlip({ orders, due, isPaid, currency }: Props) {
  return (
    <section className={`${classes.slip} ${classes.along}`} aria-label="Orders">
      <dl>
        {orders.map((order) => (
          <div key={order._id}>
            <dt className={classes.what}>
              {inDigits(order.quantity)} × <bdi dir="auto">{order.toolName}</bdi>
            </dt>
            <dd className={classes.amount}>
              {formatPrice(order.price, currency)}
              {stateOf(order)}
            </dd>
          </div>
        ))}
        {due > 0 && (
          <div className={classes.total}>
            <dt>{isPaid ? 'Paid' : 'To pay'}</dt>
            <dd>{formatPrice(due, currency)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** What has become of an order, beside its price; nothing while it is to be paid. */
function stateOf(order: ShownBooking): string {
  const gone = goneOf(order);
  if (gone) return ` · ${wordsOfGone[gone]}`;
  if (order.status === 'unpaid') return '';
  return order.status === 'paid' ? ' · Paid' : ' · Refunded';
}
