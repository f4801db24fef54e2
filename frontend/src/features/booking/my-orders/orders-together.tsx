import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { formatPrice, sumOf } from '../../../lib/formatting/money.ts';
import { goneOf, type ShownBooking } from '../shown-booking.ts';
import classes from './my-orders-page.module.css';

type Props = {
  orders: readonly ShownBooking[];
  /** Undefined until it is known. */
  currency: string | undefined;
  /** A row for each of them. */
  children: ReactNode;
};

/** The orders of one checkout: what they cost together, and the way to pay at once those that are not paid. */
export function OrdersTogether({ orders, currency, children }: Props) {
  const present = orders.filter((order) => !goneOf(order));
  const unpaid = present.filter(({ status, price }) => status === 'unpaid' && price > 0);
  const costOf = (some: readonly ShownBooking[]) =>
    currency &&
    formatPrice(
      sumOf(
        some.map(({ price }) => price),
        currency,
      ),
      currency,
    );
  return (
    <li className={classes.together}>
      <div className={classes.head}>
        <p>
          Ordered together{present.length > 0 && ': '}
          {present.length > 0 && (
            <strong>
              {present.length === 1 ? '1 order' : `${present.length} orders`}, {costOf(present)}
            </strong>
          )}
        </p>
        {unpaid.length > 1 && (
          <Button component={Link} to={`${pages.payTogether}?orders=${unpaid.map(({ _id }) => _id).join(',')}`}>
            {unpaid.length === present.length ? 'Pay together' : `Pay ${unpaid.length} together`}, {costOf(unpaid)}
          </Button>
        )}
      </div>
      <ul className={classes.list}>{children}</ul>
    </li>
  );
}
