import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { pages, shelves } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { StateMessage } from '../../../components/states/state-message.tsx';

/**
 * In the place of the form, on the page of a tool that was retired: the page stays for whoever has ordered it. `announce`: it was
 * retired before somebody's eyes.
 */
export function NoLongerOffered({ announce }: { announce: boolean }) {
  return (
    <StateMessage title="No longer offered" announce={announce}>
      <p>
        This tool cannot be ordered any more. If you have ordered it, your order stays among{' '}
        <Link to={pages.myOrders}>your orders</Link>.
      </p>
      <Button component={Link} to={shelves} variant="default">
        Browse the shelves
      </Button>
    </StateMessage>
  );
}
