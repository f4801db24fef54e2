import { IconClock } from '@tabler/icons-react';
import { useEffect } from 'react';
import { type Booking, type Lapse, payableUntil } from '../../../../modules/booking/contract.ts';
import classes from './lapse-timer.module.css';
import { inWords, lastMinutes, milestoneOf } from './time-left.ts';
import { useTimeLeft } from './use-time-left.ts';

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

type Props = { booking: Booking; lapse: Lapse; onOver: () => void };

/** How long an order may still be paid. By this machine's clock: what became of the order, the shop alone says. */
export function LapseTimer({ booking, lapse, onOver }: Props) {
  const until = payableUntil(booking, lapse);
  const left = useTimeLeft(until.getTime());
  // A clock that is behind the shop's would promise more than there ever was.
  const most = (booking.large ? lapse.largeAfter : lapse.after) * 1_000;
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);
  return (
    <div className={classes.place} data-last={left <= lastMinutes}>
      <IconClock aria-hidden size={22} />
      <div>
        <p role="timer" aria-live="off" className={classes.words}>
          {isOver ? (
            'The time to pay is over. Looking whether the order is still there…'
          ) : (
            <>
              Pay within <strong>{inWords(Math.min(left, most))}</strong>
            </>
          )}
        </p>
        {!isOver && (
          <p className={classes.about}>
            Until <time dateTime={until.toISOString()}>{moment.format(until)}</time> the pieces are kept for you.
          </p>
        )}
      </div>
      <p role="status" className={classes.aloud}>
        {isOver ? 'The time to pay is over.' : milestoneOf(left)}
      </p>
    </div>
  );
}
