import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { useDeviceCart } from '../../lib/device/use-device-cart.ts';
import { fetchCode } from '../../lib/lazy-loading/fetch-code.ts';
import { leisure } from '../../lib/lazy-loading/leisure.ts';
import { useSession } from '../../lib/session/use-session.ts';
import classes from './cart-link.module.css';

/** The way to the cart, and how many tools are in it. */
export function CartLink() {
  const { who, lines } = useDeviceCart();
  const email = useSession()?.email ?? '';
  const isAnothers = who !== '' && who !== email;
  useEffect(() => {
    // Whose cart this was is here no more: what of it goes, and what waits for them, is for the cart's code.
    if (isAnothers || localStorage.getItem('keptCarts')) {
      void startSync();
      return undefined;
    }
    if (email === '') return undefined;
    // What another device has put in is said on every page. It can wait until nobody waits for anything else.
    let isStill = true;
    void leisure().then(() => {
      if (isStill) void startSync();
    });
    return () => {
      isStill = false;
    };
  }, [isAnothers, email]);
  const length = isAnothers ? 0 : lines.length;
  return (
    <Link to={pages.cart} className={classes.link} aria-label={length ? `Cart, ${length}` : 'Cart'}>
      <svg viewBox="0 0 24 24" width="1.5rem" height="1.5rem" aria-hidden>
        <path d="M3 4h2l2 12h11l2-9H6M9 20h.01M17 20h.01" />
      </svg>
      {length > 0 && <b>{length}</b>}
    </Link>
  );
}

async function startSync(): Promise<void> {
  // A failure is none: the next page that wants the cart asks for the same code.
  await fetchCode(() => import('../../features/cart/sync-cart.ts')).then(
    ({ syncCart }) => syncCart(),
    () => undefined,
  );
}
