import { Button } from '@mantine/core';
import { mostLines } from '../../../../modules/cart/bounds/contract.ts';
import type { DeviceCart } from '../../lib/device/device-cart.ts';
import { forgetLeft, putLeftIn } from './cart-lines.ts';
import classes from './left-lines.module.css';

/** Says that the carts of this device and of the account, or of another device, were too much for one, and that what had no room is not lost. */
export function LeftLines({ cart: { lines, left = [] } }: { cart: DeviceCart }) {
  if (left.length === 0) return null;
  const room = Math.min(left.length, mostLines - lines.length);
  return (
    <section className={classes.left} aria-label="No room in the cart">
      <p>
        A cart has room for {mostLines} tools. {left.length === 1 ? 'One tool' : `${left.length} tools`} that you put in
        here {left.length === 1 ? 'is' : 'are'} kept on this device until there is room.
      </p>
      <div className={classes.actions}>
        {room > 0 && (
          <Button variant="default" onClick={putLeftIn}>
            Put {room === left.length ? (room === 1 ? 'it' : 'them') : room} in
          </Button>
        )}
        <Button variant="subtle" color="var(--mantine-color-text)" onClick={forgetLeft}>
          Forget {left.length === 1 ? 'it' : 'them'}
        </Button>
      </div>
    </section>
  );
}
