import { useDeviceCart } from '../../lib/device/use-device-cart.ts';
import classes from './left-lines.module.css';
import { broughtFromAccount } from './sync-cart.ts';

/** Says that the login brought more into the cart than was put in before it. */
export function Brought() {
  const { lines } = useDeviceCart();
  const count = lines.filter(({ toolId }) => broughtFromAccount().includes(toolId)).length;
  return (
    <div role="status">
      {count > 0 && (
        <div className={classes.left}>
          {count === 1 ? 'One tool from your account was added.' : `${count} tools from your account were added.`}
        </div>
      )}
    </div>
  );
}
