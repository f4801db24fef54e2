import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { inDigits } from '../../../../modules/kernel/values/in-words.ts';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { useDeviceCart } from '../../lib/device/use-device-cart.ts';
import { toast } from '../../lib/toast.ts';
import classes from './add-to-cart.module.css';
import { addToCart } from './cart-lines.ts';
import { syncCart } from './sync-cart.ts';

type Props = {
  tool: Tool;
  /** Undefined while what is typed cannot be ordered. */
  quantity: number | undefined;
};

/** Beside the quick way to order: puts the pieces into the cart, and says how many of them are in it. */
export function AddToCart({ tool, quantity }: Props) {
  useEffect(syncCart, []);
  const { lines } = useDeviceCart();
  const inCart = lines.find(({ toolId }) => toolId === tool._id)?.quantity;

  const add = () => {
    if (quantity === undefined) return;
    try {
      addToCart(tool._id, quantity, tool.PerPrice);
    } catch (error) {
      if (error instanceof Error) void toast(error.message, 'error');
    }
  };
  return (
    <div className={classes.add}>
      <Button variant="default" size="lg" onClick={add} disabled={tool.Available === 0}>
        Add to cart
      </Button>
      <p role="status" className={classes.said}>
        {inCart !== undefined && (
          <>
            {inDigits(inCart)} in <Link to={pages.cart}>your cart</Link>
          </>
        )}
      </p>
    </div>
  );
}
