import type { Booking } from '../../../../modules/booking/contract.ts';
import classes from './order-timeline.module.css';

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** What has happened to an order so far, and when; and until when it may be paid. */
export function OrderTimeline({ booking, payUntil }: { booking: Booking; payUntil: Date | undefined }) {
  const { at, paidAt, packedAt, shippedAt, deliveredAt, refundedAt, carrier, trackingNumber } = booking;
  const steps = [
    { what: 'Placed', when: at },
    { what: 'Payment received', when: paidAt },
    { what: 'Packed', when: packedAt },
    { what: 'Shipped', when: shippedAt, with: carrier, as: trackingNumber },
    { what: 'Delivered', when: deliveredAt },
    { what: 'Money sent back', when: refundedAt },
  ].filter((step): step is typeof step & { when: string } => step.when !== undefined);
  return (
    <ol className={classes.steps} aria-label="What happened so far">
      {steps.map(({ what, when, ...how }) => (
        <li key={what}>
          <span className={classes.what}>{what}</span> <time dateTime={when}>{moment.format(new Date(when))}</time>
          {how.with !== undefined && (
            <span className={classes.how}>
              with <bdi dir="auto">{how.with}</bdi>, <bdi dir="auto">{how.as}</bdi>
            </span>
          )}
        </li>
      ))}
      {payUntil && (
        <li data-next="true">
          <span className={classes.what}>Pay by</span>{' '}
          <time dateTime={payUntil.toISOString()}>{moment.format(payUntil)}</time>
        </li>
      )}
    </ol>
  );
}
