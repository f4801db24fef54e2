import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import { StateMessage } from '../../components/state-message.tsx';

/** For who has found the way to the users, and is refused them by the server. */
export function UsersNotShown() {
  return (
    <StateMessage title="Only admins are shown the users">
      Nothing is wrong with your account. If you should be able to work here, ask an admin to make you one.
      <Button component={Link} to={pages.ordersInfo} variant="default">
        Back to the dashboard
      </Button>
    </StateMessage>
  );
}
