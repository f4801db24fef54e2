import type { Booking } from '../../../../../modules/booking/contract.ts';
import classes from './order-timeline.module.css';

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** What has happened to an order so far, and when; and until when it may be paid. */
export function OrderTimeline({ booking, payUntil }: { booking: Booking; payUntil: Date | undefined }) {
  const { at, price, paidAt, packedAt, shippedAt, deliveredAt, refundedAt, carrier, trackingNumber } = booking;
  const steps = [
    { what: 'Placed', when: at },
    { what: price === 0 ? 'Free of charge' : 'Payment received', when: paidAt },
    { what: 'Packed', when: packedAt },
    { what: 'Shipped', when: shippedAt, with: carrier, as: trackingNumber },
    { what: 'Delivered', when: deliveredAt },
    { what: 'Money sent back', when: refundedAt },
  ].filter((step): step is typeof step & { when: string } => step.when !== undefined);
  return (
    // No list: an order is an item of one itself.
    <dl className={classes.steps}>
      {steps.map(({ what, when, ...how }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            <time dateTime={when}>{moment.format(new Date(when))}</time>
            {how.with !== undefined && (
              <span className={classes.how}>
                with <bdi dir="auto">{how.with}</bdi>, <bdi dir="auto">{how.as}</bdi>
              </span>
            )}
          </dd>
        </div>
      ))}
      {payUntil && (
        <div data-next="true">
          <dt>Pay by</dt>
          <dd>
            <time dateTime={payUntil.toISOString()}>{moment.format(payUntil)}</time>
          </dd>
        </div>
      )}
    </dl>
  );
}
