import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { adminQuery } from '../../../lib/queries/admin-query.ts';
import { unclaimedQuery } from '../../../lib/queries/unclaimed-query.ts';
import { useSession } from '../../../lib/session/use-session.ts';

/** On shelves that are still empty: the next step for whoever runs the shop, or is about to. Nothing for anybody else. */
export function StockTheShelves() {
  const email = useSession()?.email ?? '';
  const isAdmin = useQuery(adminQuery(email)).data?.admin === true;
  const isUnclaimed = useQuery({ ...unclaimedQuery, enabled: !isAdmin }).data === true;
  if (isAdmin) {
    return (
      <Button component={Link} to={pages.addProduct}>
        Add the first product
      </Button>
    );
  }
  return (
    isUnclaimed && (
      <Button component={Link} to={pages.setup} variant="default">
        Is this your shop? Set it up
      </Button>
    )
  );
}
