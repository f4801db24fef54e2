import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Tool } from '../../../../../modules/catalog/contract.ts';
import { shortageOf, stockOf } from '../../../../../modules/catalog/words/contract.ts';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { FormError } from '../../../components/forms/form-error.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatPrice } from '../../../lib/formatting/money.ts';
import classes from './order-outcome.module.css';
import type { BookingAttempt } from './use-book-tool.ts';

type Props = {
  /** For whoever moves the focus to it. */
  place: RefObject<HTMLDivElement | null>;
  tool: Tool;
  attempt: BookingAttempt;
  /** An order of this tool was sent and got no answer. */
  isUnanswered: boolean;
  currency: string;
  /** How many pieces the form would order; undefined while it would order none. */
  quantity: number | undefined;
};

/** What became of an order that was not simply placed. The regions are there before, or nothing would be read out. */
export function OrderOutcome({ place, tool, attempt, isUnanswered, currency, quantity = 0 }: Props) {
  const wasLate = isBeaten(attempt, tool);
  const shortage = shortageOf(tool);
  const wasShort = useWasTrue(shortage !== undefined);
  const priceBefore = usePriceBefore(tool.PerPrice);
  const isTooMuch = !shortage && quantity > tool.Available;
  const areBack = wasShort && !shortage && !isTooMuch && !attempt.error;
  const ofPieces = wasLate || (!isUnanswered && (shortage !== undefined || isTooMuch || areBack));
  const refusal = useRef<HTMLDivElement>(null);
  const { error } = attempt;
  // On phones the button stands at the bottom of the window, wherever one is: without this, nothing would seem to come of it.
  useEffect(() => {
    if (!error) return;
    for (const said of [place.current, refusal.current]) said?.scrollIntoView({ block: 'nearest' });
  }, [error, place]);
  return (
    <>
      <FormError
        ref={refusal}
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
        {areBack && !isUnanswered && (
          <p className={classes.notice}>
            <strong>There are pieces again.</strong> What you typed is still here: place the order while they last.
          </p>
        )}
        {priceBefore !== undefined && !isUnanswered && (
          <p className={classes.notice}>
            <strong>The price has changed</strong> while you were here: a piece was {formatPrice(priceBefore, currency)}
            , and is {formatPrice(tool.PerPrice, currency)} now.{!ofPieces && ' What you typed stays.'}
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

/** What a piece cost when the form came, where it costs something else now. */
function usePriceBefore(price: number): number | undefined {
  const [before] = useState(price);
  return before === price ? undefined : before;
}

/** Whether it ever was so while this was shown. */
function useWasTrue(isSo: boolean): boolean {
  const was = useRef(isSo);
  was.current ||= isSo;
  return was.current;
}
