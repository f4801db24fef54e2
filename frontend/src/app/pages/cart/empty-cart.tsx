import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { pages, shelves } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { StateMessage } from '../../../components/states/state-message.tsx';
import { MyOrdersLink } from '../../../features/booking/my-orders-link.tsx';
import { isAwaited, onAccessChange } from '../../../lib/session/access-token.ts';

type Props = { isOrdered: boolean };

/** In the place of a cart in which nothing is: where what was in it is now, and the way there first. */
export function EmptyCart({ isOrdered }: Props) {
  const isInAccount = useSyncExternalStore(onAccessChange, isAwaited, () => false);
  const isElsewhere = isOrdered || isInAccount;
  return (
    <StateMessage title="Your cart is empty">
      {isOrdered
        ? 'What was in it has been ordered.'
        : isInAccount
          ? 'The cart of your account is here again once you log in.'
          : 'What you put in stays here, also when you come back another day.'}
      {isOrdered && <MyOrdersLink isNext />}
      {!isOrdered && isInAccount && (
        <Button component={Link} to={pages.login} state={{ from: pages.cart }}>
          Login
        </Button>
      )}
      <Button component={Link} to={shelves} {...(isElsewhere && { variant: 'default' })}>
        Browse the shelves
      </Button>
    </StateMessage>
  );
}
