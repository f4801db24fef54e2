import { Button } from '@mantine/core';
import { generatePath, Link } from 'react-router-dom';
import { orderNumber } from '../../../../modules/kernel/order-number.ts';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import { HistoryLink } from '../../components/history-link.tsx';
import { usePriceFormat } from '../../lib/config-query.ts';
import classes from './payment-cell.module.css';
import { goneOf, type ShownBooking, wordsOfGone } from './shown-booking.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** What has been paid for an order and what went back, with the way to give more back. */
export function PaymentCell({ booking, onRefund }: { booking: ShownBooking; onRefund: () => void }) {
  const format = usePriceFormat();
  const { status, price, refunded, buyerName, toolName } = booking;
  const gone = goneOf(booking);
  const words = gone ? wordsOfGone[gone] : { unpaid: 'Unpaid', paid: 'Paid', refunded: 'Refunded' }[status];
  const canGoBack = status === 'paid' && price > 0 && !gone;
  const place = useKeptFocus<HTMLDivElement>(canGoBack);
  return (
    <div ref={place} className={classes.payment} tabIndex={-1}>
      <span data-gone={gone !== undefined}>
        {words} <span className={classes.amount}>{format?.(price)}</span>
        {status === 'paid' && refunded > 0 && <span className={classes.part}>{format?.(refunded)} refunded</span>}
      </span>
      {canGoBack && (
        <Button size="sm" variant="default" onClick={onRefund} aria-label={`Refund ${toolName} to ${buyerName}`}>
          Refund
        </Button>
      )}
      <Button
        size="sm"
        px="xs"
        variant="default"
        component={Link}
        to={generatePath(pages.order, { id: booking._id })}
        aria-label={`Order ${orderNumber(booking._id)}`}
      >
        {orderNumber(booking._id)}
      </Button>
      <HistoryLink entity={`booking:${booking._id}`} label={`the order of ${toolName} by ${buyerName}`} />
    </div>
  );
}
