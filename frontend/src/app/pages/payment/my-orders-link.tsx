import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';

export function MyOrdersLink() {
  return (
    <Button component={Link} to={pages.myOrders} variant="default">
      Look at my orders
    </Button>
  );
}
