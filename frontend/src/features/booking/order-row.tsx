import { Button } from '@mantine/core';
import { generatePath, Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import { HistoryLink } from '../../components/history-link.tsx';
import classes from './order-row.module.css';
import { PaidStamp } from './paid-stamp.tsx';
import { RefundNote } from './refund-note.tsx';
import { goneOf, type ShownBooking, wordsOfGone } from './shown-booking.ts';
import { useKeptFocus } from './use-kept-focus.ts';

const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

type Props = {
  booking: ShownBooking;
  /** Writes a price; undefined until the currency is known. */
  format: ((amount: number) => string) | undefined;
  onDelete: () => void;
  /** Whether who looks is an admin. */
  isAdmin: boolean;
};

export function OrderRow({ booking, format, onDelete, isAdmin }: Props) {
  const { _id, toolName, quantity, location, at } = booking;
  const gone = goneOf(booking);
  const isOpen = booking.status === 'unpaid' && !gone;
  const row = useKeptFocus<HTMLLIElement>(isOpen);
  return (
    <li ref={row} className={classes.row} tabIndex={-1} data-gone={gone !== undefined}>
      <div>
        <h2 className={classes.tool}>
          {quantity} × <bdi dir="auto">{toolName}</bdi>
        </h2>
        <p className={classes.about}>
          <time dateTime={at}>{date.format(new Date(at))}</time> · to <bdi dir="auto">{location}</bdi>
        </p>
        <RefundNote booking={booking} />
      </div>
      <p className={classes.price}>{format?.(booking.price) ?? '\u00a0'}</p>
      <div className={classes.actions}>
        {gone ? (
          <span className={classes.gone}>{wordsOfGone[gone]}</span>
        ) : (
          <PaidStamp booking={booking} format={format} />
        )}
        {isOpen && booking.price > 0 && (
          <Button component={Link} to={generatePath(pages.payment, { id: _id })} aria-label={`Pay for ${toolName}`}>
            Pay
          </Button>
        )}
        {isOpen && (
          <Button variant="default" onClick={onDelete} aria-label={`Delete the order of ${toolName}`}>
            Delete
          </Button>
        )}
        {isAdmin && <HistoryLink entity={`booking:${_id}`} label={`the order of ${toolName}`} />}
      </div>
    </li>
  );
}
