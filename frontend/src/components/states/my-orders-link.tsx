import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';

type Props = {
  /** It is what to do next, and comes before whatever else there is. */
  isNext?: boolean;
};

export function MyOrdersLink({ isNext = false }: Props) {
  return (
    <Button component={Link} to={pages.myOrders} variant={isNext ? 'filled' : 'default'}>
      Look at my orders
    </Button>
  );
}
