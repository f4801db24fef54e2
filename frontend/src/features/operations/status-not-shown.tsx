import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import { StateMessage } from '../../components/state-message.tsx';

/** For who has found the way here, and is refused it by the server. */
export function StatusNotShown() {
  return (
    <StateMessage title="Only admins are shown the status">
      Nothing is wrong with your account. If you should be able to work here, ask an admin to make you one.
      <Button component={Link} to={pages.ordersInfo} variant="default">
        Back to the dashboard
      </Button>
    </StateMessage>
  );
}
