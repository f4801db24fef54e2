import { useEffect } from 'react';
import IconClock from '~icons/clock';
import { type Booking, type Lapse, payableUntil } from '../../../../modules/booking/contract.ts';
import classes from './lapse-timer.module.css';
import { inWords, lastMinutes, milestoneOf } from './time-left.ts';
import { useTimeLeft } from './use-time-left.ts';

/** So long after its time an order that is still there will be for longer: not the order, but a clock is late, in ms. */
const longOverMs = 5 * 60_000;

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

type Props = { bookings: readonly [Booking, ...Booking[]]; lapse: Lapse; onOver: () => void };

/**
 * How long orders may still be paid together, which is until the first of them lapses. By this machine's clock: what became
 * of them, the shop alone says. `onOver` is told each time that one's time is over.
 */
export function LapseTimer({ bookings, lapse, onOver }: Props) {
  const untilOf = (one: Booking) => payableUntil(one, lapse).getTime();
  const first = bookings.reduce((one, other) => (untilOf(other) < untilOf(one) ? other : one));
  const until = payableUntil(first, lapse);
  const left = useTimeLeft(until.getTime());
  // A clock that is behind the shop's would promise more than there ever was.
  const most = (first.large ? lapse.largeAfter : lapse.after) * 1_000;
  const isOver = left === 0;
  const isLongOver = useTimeLeft(until.getTime() + longOverMs) === 0;
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);
  const [theOrders, are, they, allPieces] =
    bookings.length === 1 ? ['the order', 'is', 'it', 'the pieces'] : ['the orders', 'are', 'they', 'all pieces'];
  const over = isLongOver
    ? `By the clock of this device the time to pay is over. As long as ${theOrders} ${are} here, ${they} can be paid.`
    : `The time to pay is over. Looking whether ${theOrders} ${are} still there…`;
  return (
    <div className={classes.place} data-last={left <= lastMinutes}>
      <IconClock aria-hidden size="1.375rem" />
      <div>
        <p role="timer" aria-live="off" className={classes.words}>
          {isOver ? (
            over
          ) : (
            <>
              Pay within <strong>{inWords(Math.min(left, most))}</strong>
            </>
          )}
        </p>
        {!isOver && (
          <p className={classes.about}>
            Until <time dateTime={until.toISOString()}>{moment.format(until)}</time> {allPieces} are kept for you.
          </p>
        )}
      </div>
      <p role="status" className={classes.aloud}>
        {isLongOver ? over : isOver ? 'The time to pay is over.' : milestoneOf(left)}
      </p>
    </div>
  );
}
