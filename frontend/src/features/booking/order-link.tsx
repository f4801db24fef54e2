import { generatePath, Link } from 'react-router-dom';
import { orderNumber } from '../../../../modules/kernel/values/order-number.ts';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import classes from './order-link.module.css';

/** An order's number, which leads to its page: for admins. */
export function OrderLink({ id }: { id: string }) {
  const number = orderNumber(id);
  return (
    <Link to={generatePath(pages.order, { id })} className={classes.number} aria-label={`Order ${number}`}>
      {number}
    </Link>
  );
}
