import { type RefObject, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import { FormError } from '../../components/form-error.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { shortageOf, stockOf } from '../../lib/stock.ts';
import classes from './order-outcome.module.css';
import type { BookingAttempt } from './use-book-tool.ts';

type Props = {
  /** For who moves the focus to it. */
  place: RefObject<HTMLDivElement | null>;
  tool: Tool;
  attempt: BookingAttempt;
  /** An order of this tool was sent and got no answer. */
  isUnanswered: boolean;
  /** How many pieces the form would order; undefined while it would order none. */
  quantity: number | undefined;
};

/** What became of an order that was not simply placed. The regions are there before, or nothing would be read out. */
export function OrderOutcome({ place, tool, attempt, isUnanswered, quantity = 0 }: Props) {
  const wasLate = isBeaten(attempt, tool);
  const shortage = shortageOf(tool);
  const wasShort = useWasTrue(shortage !== undefined);
  const isTooMuch = !shortage && quantity > tool.Available;
  return (
    <>
      <FormError
        error={wasLate && tool.Available === 0 ? new Error('Sold out') : attempt.error}
        fields={['location', 'phone']}
      />
      <div role="status" ref={place} tabIndex={-1} className={classes.place}>
        {wasLate && (
          <p className={classes.notice}>
            <strong>Somebody else was faster.</strong> Your order was not placed, and there is nothing to pay. What you
            typed stays here{shortage ? '' : ': order what is left, if it will do'}.
          </p>
        )}
        {!wasLate && shortage && !isUnanswered && (
          <p className={classes.notice}>
            <strong>{shortage}</strong>: others took the pieces while you were here. What you typed stays.
          </p>
        )}
        {!wasLate && isTooMuch && !isUnanswered && (
          <p className={classes.notice}>
            <strong>Only {stockOf(tool)} left</strong>: others took pieces while you were here. What you typed stays.
          </p>
        )}
        {wasShort && !shortage && !isTooMuch && !isUnanswered && !attempt.error && (
          <p className={classes.notice}>
            <strong>There are pieces again.</strong> What you typed is still here: place the order while they last.
          </p>
        )}
        {isUnanswered && (
          <p className={classes.notice}>
            <strong>An order that you sent got no answer.</strong> Send it again as it is, and it is placed once. Before
            you send another, see whether it is among <Link to={pages.myOrders}>your orders</Link>.
          </p>
        )}
      </div>
    </>
  );
}

/** Whether the order was refused because others took what it wanted. */
export function isBeaten({ error, variables }: BookingAttempt, tool: Tool): boolean {
  return error instanceof ApiError && error.status === 409 && (variables?.quantity ?? 0) > tool.Available;
}

/** Whether it ever was so while this was shown. */
function useWasTrue(isSo: boolean): boolean {
  const was = useRef(isSo);
  was.current ||= isSo;
  return was.current;
}
