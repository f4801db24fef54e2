import { Button } from '@mantine/core';
import { inDigits } from '../../../../../modules/kernel/values/in-words.ts';
import type { Money } from '../../../../../modules/kernel/values/money.ts';
import { HistoryLink } from '../../../components/details/history-link.tsx';
import { ofNumbers } from '../../../components/tables/column.ts';
import { useKeptFocus } from '../../../lib/focus/use-kept-focus.ts';
import { usePriceFormat } from '../../../lib/queries/config-query.ts';
import { type Dispute, isAllLost, wordsOfDispute } from '../one-order/order-disputes.ts';
import { OrderLink } from '../order-link.tsx';
import { hasLeft, isAllBack } from '../refunds/pieces-out.ts';
import { goneOf, type ShownBooking, wordsOfGone } from '../shown-booking.ts';
import classes from './order-cells.module.css';
import { statuses, ways } from './orders-wanted.ts';

type Props = { booking: ShownBooking };

/** What admins see of each order after what everybody sees. */
export const cellColumns = ['Order', ofNumbers('Pieces'), ofNumbers('Amount'), 'Status'];

type More = { disputes: readonly Dispute[]; lost?: Money; onRefund: () => void };

export const cellsOf = (booking: ShownBooking, more: More) => [
  <NumberAndTime key="order" booking={booking} />,
  <span key="pieces">
    <span aria-hidden>× </span>
    {inDigits(booking.quantity)}
  </span>,
  <Amount key="amount" booking={booking} />,
  <Standing key="standing" booking={booking} {...more} />,
];

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const time = new Intl.DateTimeFormat('en', { timeStyle: 'short' });

/** Under which number it is known and when it was placed, with the way to its page. */
function NumberAndTime({ booking: { _id, at } }: Props) {
  const placed = new Date(at);
  return (
    <div>
      <OrderLink id={_id} />
      <time dateTime={at} className={classes.placed}>
        <span>{day.format(placed)},</span> <span>{time.format(placed)}</span>
      </time>
    </div>
  );
}

function Amount({ booking }: Props) {
  const format = usePriceFormat();
  return (
    <span className={classes.amount} data-gone={goneOf(booking) !== undefined}>
      {format?.(booking.price)}
    </span>
  );
}

/** How it stands with money and on its way, with the way to give money back. */
function Standing({ booking, disputes, lost, onRefund }: Props & More) {
  const format = usePriceFormat();
  const { status, fulfilment, price, refunded, quantity, restocked = 0, buyerName, toolName } = booking;
  const gone = goneOf(booking);
  const isLost = isAllLost(booking, lost);
  const canGoBack = status === 'paid' && price > 0 && !gone && !isLost;
  const place = useKeptFocus<HTMLDivElement>(canGoBack);
  const kind = gone ? 'gone' : status;
  return (
    <div ref={place} className={classes.standing} tabIndex={-1}>
      <span>
        <strong className={classes.status} data-kind={kind}>
          {gone ? wordsOfGone[gone] : statuses.find(({ value }) => value === status)?.label}
        </strong>
        {!gone &&
          [...new Set(disputes.map(({ state }) => wordsOfDispute[state]))].map((words) => (
            <strong key={words} className={classes.disputed}>
              {words}
            </strong>
          ))}
        {!gone && (status === 'paid' || fulfilment !== 'none') && (
          <span className={classes.part}>
            {isAllBack(booking) || (isLost && !hasLeft(booking))
              ? 'Nothing is left to send'
              : ways.find(({ value }) => value === fulfilment)?.label}
          </span>
        )}
        {status === 'paid' && refunded > 0 && <span className={classes.part}>{format?.(refunded)} refunded</span>}
        {status === 'paid' && restocked > 0 && (
          <span className={classes.part}>
            {inDigits(restocked)} of {inDigits(quantity)} back on the shelf
          </span>
        )}
      </span>
      <span className={classes.actions}>
        {canGoBack && (
          <Button
            size="compact-md"
            variant="default"
            onClick={onRefund}
            aria-label={`Refund ${toolName} to ${buyerName}`}
          >
            Refund
          </Button>
        )}
        <HistoryLink entity={`booking:${booking._id}`} label={`the order of ${toolName} by ${buyerName}`} compact />
      </span>
    </div>
  );
}
