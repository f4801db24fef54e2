import { Button } from '@mantine/core';
import { generatePath, Link } from 'react-router-dom';
import { type Lapse, payableUntil } from '../../../../../modules/booking/contract.ts';
import { inDigits } from '../../../../../modules/kernel/values/in-words.ts';
import { orderNumber } from '../../../../../modules/kernel/values/order-number.ts';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { HistoryLink } from '../../../components/details/history-link.tsx';
import { DangerButton } from '../../../components/forms/danger-button.tsx';
import { useKeptFocus } from '../../../lib/focus/use-kept-focus.ts';
import { OrderPicture } from '../order-picture.tsx';
import { PaidStamp } from '../paid-stamp.tsx';
import { RefundNote } from '../refunds/refund-note.tsx';
import { goneOf, type ShownBooking, wordsOfGone } from '../shown-booking.ts';
import classes from './order-row.module.css';
import { OrderTimeline } from './order-timeline.tsx';

type Props = {
  booking: ShownBooking;
  /** Writes a price; undefined until the currency is known. */
  format: ((amount: number) => string) | undefined;
  onDelete: () => void;
  /** Whether who looks is an admin. */
  isAdmin: boolean;
  /** How long one may pay; undefined until it is known. */
  lapse: Lapse | undefined;
};

export function OrderRow({ booking, format, onDelete, isAdmin, lapse }: Props) {
  const { _id, toolId, toolName, quantity, location, status, paid } = booking;
  const gone = goneOf(booking);
  const isOpen = booking.status === 'unpaid' && !gone;
  const row = useKeptFocus<HTMLLIElement>(isOpen);
  return (
    <li ref={row} className={classes.row} tabIndex={-1} data-gone={gone !== undefined} data-state={stateOf(booking)}>
      <OrderPicture toolId={toolId} />
      <div>
        <h2 className={classes.tool}>
          {inDigits(quantity)} × <bdi dir="auto">{toolName}</bdi>
        </h2>
        <p className={classes.about}>
          Order {orderNumber(_id)} · to <bdi dir="auto">{location}</bdi>
        </p>
        <OrderTimeline booking={booking} payUntil={isOpen && lapse ? payableUntil(booking, lapse) : undefined} />
        <RefundNote booking={booking} />
      </div>
      <div className={classes.sum}>
        <p className={classes.price}>{format?.(booking.price) ?? '\u00a0'}</p>
        {gone ? (
          <span className={classes.gone}>{wordsOfGone[gone]}</span>
        ) : (
          <PaidStamp booking={booking} format={format} isInRow />
        )}
      </div>
      <div className={classes.actions}>
        {isOpen && booking.price > 0 && (
          <Button
            size="sm"
            component={Link}
            to={generatePath(pages.payment, { id: _id })}
            aria-label={`Pay for ${toolName}`}
          >
            Pay
          </Button>
        )}
        {isOpen && (
          <DangerButton size="sm" onClick={onDelete} aria-label={`Delete the order of ${toolName}`}>
            Delete
          </DangerButton>
        )}
        {paid && !gone && (
          <Button
            size="sm"
            component={Link}
            to={generatePath(pages.receipt, { id: _id })}
            variant="default"
            aria-label={`Receipt of order ${orderNumber(_id)}`}
          >
            Receipt
          </Button>
        )}
        {status === 'paid' && !gone && (
          <Button
            size="sm"
            component={Link}
            to={`${pages.addReview}?tool=${encodeURIComponent(toolId)}`}
            variant="default"
            aria-label={`Review this tool: ${toolName}`}
          >
            Review this tool
          </Button>
        )}
        {!isOpen && (
          <Button
            size="sm"
            component={Link}
            to={`${generatePath(pages.tool, { id: toolId })}?quantity=${quantity}`}
            variant="default"
            aria-label={`Buy ${toolName} again`}
          >
            Buy again
          </Button>
        )}
        {isAdmin && <HistoryLink entity={`booking:${_id}`} label={`the order of ${toolName}`} />}
      </div>
    </li>
  );
}

/** Whose colour the edge has; what it means, the words beside say. */
function stateOf({ status, fulfilment }: ShownBooking): string {
  return status === 'paid' && fulfilment !== 'none' ? 'under-way' : status;
}
