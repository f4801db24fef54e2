import type { ReactNode } from 'react';
import type { Booking } from '../../../../modules/booking/contract.ts';
import { usePriceFormat } from '../../lib/config-query.ts';
import classes from './order-page.module.css';

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

const ways = { none: 'Not packed', packed: 'Packed', shipped: 'Shipped', delivered: 'Delivered' } as const;
const money = { unpaid: 'Unpaid', paid: 'Paid', refunded: 'Refunded' } as const;

const time = (at: string | undefined) => at && <time dateTime={at}>{moment.format(new Date(at))}</time>;
const words = (text: string | undefined) => text && <bdi dir="auto">{text}</bdi>;

/** What an order is, and how it stands. What is not known of it has no line. */
export function OrderFacts({ booking }: { booking: Booking }) {
  const format = usePriceFormat();
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Tool', words(`${booking.quantity} × ${booking.toolName}`)],
    ['Price', format?.(booking.price)],
    ['Status', money[booking.status]],
    ['Refunded', booking.refunded > 0 && format?.(booking.refunded)],
    ['Refund reason', words(booking.refundReason)],
    ['Buyer', words(booking.buyerName)],
    ['Email', words(booking.personEmail)],
    ['Phone', words(booking.phone)],
    ['Location', words(booking.location)],
    ['On its way', booking.paid && ways[booking.fulfilment]],
    ['Carrier', words(booking.carrier)],
    ['Tracking number', words(booking.trackingNumber)],
    ['Placed', time(booking.at)],
    ['Paid', time(booking.paidAt)],
    ['Packed', time(booking.packedAt)],
    ['Shipped', time(booking.shippedAt)],
    ['Delivered', time(booking.deliveredAt)],
    ['Last refund', time(booking.refundedAt)],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
