import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { shelves } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { StateMessage } from '../../../components/states/state-message.tsx';
import { MyOrdersLink } from '../payment/my-orders-link.tsx';

type Props = { isOrdered: boolean };

/** In the place of a cart in which nothing is: where what was in it is now, and the way there first. */
export function EmptyCart({ isOrdered }: Props) {
  return (
    <StateMessage title="Your cart is empty">
      {isOrdered
        ? 'What was in it has been ordered.'
        : 'What you put in stays here, also when you come back another day.'}
      {isOrdered && <MyOrdersLink isNext />}
      <Button component={Link} to={shelves} {...(isOrdered && { variant: 'default' })}>
        Browse the shelves
      </Button>
    </StateMessage>
  );
}
