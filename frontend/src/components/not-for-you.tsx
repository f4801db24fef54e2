import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { pages } from '../../../modules/kernel/page-addresses.ts';
import { StateMessage } from './state-message.tsx';

/** For who has found the way to a page of the admins. */
export function NotForYou() {
  return (
    <StateMessage title="This page is for admins">
      Nothing is wrong with your account. If you should be able to work here, ask an admin to make you one.
      <Button component={Link} to={pages.ordersInfo} variant="default">
        Back to the dashboard
      </Button>
    </StateMessage>
  );
}
