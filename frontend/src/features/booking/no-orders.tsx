import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { shelves } from '../../../../modules/kernel/wire/page-addresses.ts';
import { StateMessage } from '../../components/states/state-message.tsx';

/** For whoever has not ordered anything, and may want to. */
export function NoOrders() {
  return (
    <StateMessage title="No orders yet" picture="/pictures/empty-orders.svg">
      What you order is listed here, to be paid for or taken back.
      <Button component={Link} to={shelves}>
        Browse the shelves
      </Button>
    </StateMessage>
  );
}
