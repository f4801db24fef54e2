import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Booking } from '../../../../../modules/booking/contract.ts';
import { StateMessage } from '../../../components/states/state-message.tsx';
import { getPage, withQuery } from '../../../lib/api/api.ts';
import classes from './orders-filters.module.css';
import { type OrdersWanted, searchFor, without } from './orders-wanted.ts';
import { useWordsOfWanted } from './use-words-of-wanted.ts';

/** Nothing is what somebody looks for: which part of it hides what there is, and the ways to have it shown. */
export function NoSuchOrders({ email, wanted }: { email: string; wanted: OrdersWanted }) {
  const words = useWordsOfWanted(wanted);
  const hidden = useQueries({
    queries: words.map(({ name }) => {
      const rest = without(wanted, name);
      return {
        queryKey: ['private', email, 'orders-hidden', searchFor(rest)],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await getPage<Booking>(withQuery('/booking', { ...rest, limit: 1 }), { signal })).entries.length > 0,
        meta: { isForAdmins: true },
      } as const;
    }),
  });
  // With one thing looked for, taking it away is to show all.
  const hiding = words.length > 1 ? words.filter((_, index) => hidden[index]?.data) : [];
  return (
    <StateMessage title="No order is like that" picture="/pictures/empty-orders.svg">
      <p>
        Nothing is found for{' '}
        {words.map(({ name, words: said }, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <bdi dir="auto">{said}</bdi>
          </span>
        ))}
        .
      </p>
      <div className={classes.ways}>
        {hiding.map(({ name, words: said }) => (
          <Button key={name} component={Link} variant="default" to={{ search: searchFor(without(wanted, name)) }}>
            Without {said}
          </Button>
        ))}
        <Button component={Link} variant="default" to={{ search: '' }}>
          Show all orders
        </Button>
      </div>
    </StateMessage>
  );
}
