import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { minimumOf, shortageOf, stockOf } from '../../../../modules/catalog/words/contract.ts';
import { inDigits } from '../../../../modules/kernel/values/in-words.ts';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { useDeviceCart } from '../../lib/device/use-device-cart.ts';
import { fetchCode } from '../../lib/lazy-loading/fetch-code.ts';
import { toast } from '../../lib/toast.ts';
import classes from './cart-button.module.css';

/**
 * On a card: puts the smallest order of a tool into the cart, then a piece more. The code of that comes with the first press. Once
 * all there is of it is in the cart, the way there.
 */
export function CartButton({ tool }: { tool: Tool }) {
  const { lines } = useDeviceCart();
  const wayToCart = useRef<HTMLAnchorElement>(null);
  const wasPressed = useRef(false);
  const inCart = lines.find(({ toolId }) => toolId === tool._id)?.quantity ?? 0;
  const isAll = inCart >= tool.Available;
  useEffect(() => {
    // The button that was pressed for the last piece is gone: the link in its place has the focus.
    const isFocusLost = document.activeElement === document.body;
    if (isAll && wasPressed.current && isFocusLost) wayToCart.current?.focus({ preventScroll: true });
    wasPressed.current = false;
  }, [isAll]);
  if (shortageOf(tool)) return <div className={classes.none} />;
  if (isAll) {
    const words = `${inDigits(inCart)} in cart, ${inCart > tool.Available ? `only ${stockOf(tool)}` : 'no more'} left`;
    return (
      <Link ref={wayToCart} to={pages.cart} className={classes.button} aria-label={`${words}: ${tool.name}`}>
        {words}
      </Link>
    );
  }
  const minimum = minimumOf(tool);
  const words = inCart
    ? `${inDigits(inCart)} in cart, add one`
    : minimum > 1
      ? `Add ${inDigits(minimum)} to cart`
      : 'Add to cart';
  const add = () => {
    wasPressed.current = true;
    return fetchCode(() => import('./put-in-cart.ts')).then(
      ({ putInCart }) => putInCart(tool),
      ({ message }) => toast(message, 'error'),
    );
  };
  return (
    <button type="button" className={classes.button} aria-label={`${words}: ${tool.name}`} onClick={add}>
      {words}
    </button>
  );
}
