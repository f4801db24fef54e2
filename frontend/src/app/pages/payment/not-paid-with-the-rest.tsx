import { useEffect, useRef } from 'react';
import { goneOf, type ShownBooking } from '../../../features/booking/shown-booking.ts';
import classes from './payment-page.module.css';

type Props = {
  /** What went away before one's eyes. */
  gone: readonly ShownBooking[];
  /** How many were not there from the beginning. */
  missing: number;
  /** Others are still to be paid. */
  isRest: boolean;
};

/**
 * Says which orders are not paid for with the rest, as they are there no more. One that goes while a card is typed takes the
 * card's fields along, for the payment is of another sum then: the focus goes to the words about it.
 */
export function NotPaidWithTheRest({ gone, missing, isRest }: Props) {
  const words = useRef<HTMLDivElement>(null);
  const count = gone.length;
  useEffect(() => {
    if (count > 0) words.current?.focus();
  }, [count]);
  if (count === 0 && missing === 0) return null;
  const haveLapsed = gone.every((order) => goneOf(order) === 'expired');
  return (
    <div ref={words} tabIndex={-1} role={count > 0 ? 'alert' : undefined} className={classes.gone}>
      {count > 0 && (
        <p>
          {count === 1 ? (
            <>
              Your order of <bdi dir="auto">{gone[0]?.toolName}</bdi>
            </>
          ) : (
            `${count} of your orders`
          )}{' '}
          {haveLapsed
            ? `${count === 1 ? 'has' : 'have'} lapsed, as the time to pay was over`
            : `${count === 1 ? 'is' : 'are'} no longer there`}
          . Nothing was taken for {count === 1 ? 'it' : 'them'}.
          {isRest && ' Please type your card once more for the rest.'}
        </p>
      )}
      {missing > 0 && (
        <p>
          {missing === 1 ? 'One order is' : `${missing} orders are`} no longer there: deleted, or not paid in time.
          {isRest && ' This payment is for the rest.'}
        </p>
      )}
    </div>
  );
}
