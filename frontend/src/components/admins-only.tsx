import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { pages } from '../../../modules/kernel/page-addresses.ts';
import { StateMessage } from './state-message.tsx';

/** For who has found the way to something, and is refused it by the server. */
export function AdminsOnly({ what }: { what: string }) {
  return (
    <StateMessage title={`Only admins are shown ${what}`}>
      Nothing is wrong with your account. If you should be able to work here, ask an admin to make you one.
      <Button component={Link} to={pages.ordersInfo} variant="default">
        Back to the dashboard
      </Button>
    </StateMessage>
  );
}
