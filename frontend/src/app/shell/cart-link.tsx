import { Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import { useDeviceCart } from '../../lib/use-device-cart.ts';
import classes from './cart-link.module.css';

/** The way to the cart, and how many tools are in it. */
export function CartLink() {
  const { length } = useDeviceCart().lines;
  return (
    <Link to={pages.cart} className={classes.link} aria-label={length ? `Cart, ${length}` : 'Cart'}>
      <svg viewBox="0 0 24 24" width={24} height={24} aria-hidden>
        <path d="M3 4h2l2 12h11l2-9H6M9 20h.01M17 20h.01" />
      </svg>
      {length > 0 && <b>{length}</b>}
    </Link>
  );
}
