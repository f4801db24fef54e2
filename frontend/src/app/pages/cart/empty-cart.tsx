import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { pages, shelves } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { MyOrdersLink } from '../../../components/states/my-orders-link.tsx';
import { StateMessage } from '../../../components/states/state-message.tsx';
import { wentOut } from '../../../features/cart/went-out.ts';
import type { DeviceCart } from '../../../lib/device/device-cart.ts';
import { isAwaited, onAccessChange } from '../../../lib/session/access-token.ts';

type Props = {
  cart: DeviceCart;
  /** Something was in it before one's eyes. */
  wasFilled: boolean;
};

/** In the place of a cart in which nothing is: where what was in it is now, and the way there first. */
export function EmptyCart({ cart, wasFilled }: Props) {
  const isInAccount = useSyncExternalStore(onAccessChange, isAwaited, () => false);
  const gone = wentOut(cart, 'What was in it');
  return (
    <StateMessage title="Your cart is empty" announce={wasFilled && gone !== undefined}>
      {gone ??
        (isInAccount
          ? 'The cart of your account is here again once you log in.'
          : 'What you put in stays here, also when you come back another day.')}
      {gone && <MyOrdersLink isNext />}
      {!gone && isInAccount && (
        <Button component={Link} to={pages.login} state={{ from: pages.cart }}>
          Login
        </Button>
      )}
      <Button component={Link} to={shelves} {...((gone || isInAccount) && { variant: 'default' })}>
        Browse the shelves
      </Button>
    </StateMessage>
  );
}
