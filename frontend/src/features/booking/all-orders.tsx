import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failed } from '../../components/failed.tsx';
import { Loading } from '../../components/loading.tsx';
import { allBookingsQuery, bookingsPerPage } from './bookings-query.ts';
import { OrdersTable } from './orders-table.tsx';
import { useLeaveWhenRefused } from './use-leave-when-refused.ts';

export function AllOrders({ email }: { email: string }) {
  /** Cursors of the pages before and of this one; the first page has none. */
  const [trail, setTrail] = useState<string[]>([]);
  const page = useQuery(allBookingsQuery(email, trail.at(-1) ?? ''));
  useLeaveWhenRefused(page.error);
  const next = page.data?.next;

  if (page.isError) {
    return <Failed title="The orders could not be fetched" error={page.error} retry={() => void page.refetch()} />;
  }
  return (
    <>
      {page.isPending ? (
        <Loading />
      ) : (
        <OrdersTable bookings={page.data.entries} from={trail.length * bookingsPerPage + 1} />
      )}
      <Group justify="space-between" mt="lg">
        {trail.length > 0 && (
          <Button variant="default" onClick={() => setTrail(trail.slice(0, -1))}>
            Newer orders
          </Button>
        )}
        {next && (
          <Button variant="default" ml="auto" onClick={() => setTrail([...trail, next])}>
            Older orders
          </Button>
        )}
      </Group>
    </>
  );
}
