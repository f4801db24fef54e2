import type { Tool } from '../../../../modules/catalog/contract.ts';
import { minimumOf, shortageOf } from '../../../../modules/catalog/words/contract.ts';
import { fetchCode } from '../../lib/fetch-code.ts';
import { toast } from '../../lib/toast.ts';
import { useDeviceCart } from '../../lib/use-device-cart.ts';
import classes from './cart-button.module.css';

/** On a card: puts the smallest order of a tool into the cart, then a piece more. The code of that comes with the first press. */
export function CartButton({ tool }: { tool: Tool }) {
  const { lines } = useDeviceCart();
  if (shortageOf(tool)) return <div className={classes.none} />;
  const inCart = lines.find(({ toolId }) => toolId === tool._id)?.quantity;
  const minimum = minimumOf(tool);
  const words = inCart ? `${inCart} in cart, add one` : minimum > 1 ? `Add ${minimum} to cart` : 'Add to cart';
  const add = () =>
    fetchCode(() => import('./put-in-cart.ts')).then(
      ({ putInCart }) => putInCart(tool),
      ({ message }) => toast(message, 'error'),
    );
  return (
    <button type="button" className={classes.button} aria-label={`${words}: ${tool.name}`} onClick={add}>
      {words}
    </button>
  );
}
