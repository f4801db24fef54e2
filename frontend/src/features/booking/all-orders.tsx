import '@mantine/core/styles/Group.layer.css';
import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Booking } from '../../../../modules/booking/contract.ts';
import { Failed } from '../../components/failed.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { NewerButton } from '../../components/newer-button.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { nothingFetched } from '../../lib/nothing-fetched.ts';
import { allBookingsQuery, bookingsPerPage } from './bookings-query.ts';
import { FailedRefunds } from './failed-refunds.tsx';
import { OrderChartsSection } from './order-charts-section.tsx';
import { OrderPlate } from './order-plate.tsx';
import { type OrdersPage, released } from './orders-page.ts';
import { OrdersTable } from './orders-table.tsx';
import { PaymentCell } from './payment-cell.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { useAwaitedRefund } from './use-awaited-refund.ts';
import { useLeaveWhenRefused } from './use-leave-when-refused.ts';

export function AllOrders({ email }: { email: string }) {
  /** Cursors of the pages before and of this one; the first page has none. */
  const [trail, setTrail] = useState<string[]>([]);
  const [refunded, setRefunded] = useState<Booking>();
  const awaited = useAwaitedRefund();
  const page = useQuery({
    ...allBookingsQuery(email, trail.at(-1) ?? ''),
    refetchInterval: ({ state }) => awaited.refetchInterval(state.data?.entries),
  });
  useLeaveWhenRefused(page.error);
  const showNewer = useReleased(email);

  const isEmpty = page.data?.entries.length === 0 && trail.length === 0;
  return (
    <>
      <OrderPlate place="page" />
      <FailedRefunds email={email} />
      <OrdersTable
        bookings={page.data?.entries}
        from={trail.length * bookingsPerPage + 1}
        total={page.data?.total}
        aside={
          <NewerButton
            count={page.data?.newer.length ?? 0}
            one="new order"
            many="new orders"
            show={() => {
              setTrail([]);
              showNewer();
            }}
          />
        }
        paymentOf={(booking) => <PaymentCell booking={booking} onRefund={() => setRefunded(booking)} />}
      />
      <RefundDialog booking={refunded} close={() => setRefunded(undefined)} onRefund={awaited.expect} />
      {page.isPending && <LoadingRows label="Loading the orders" />}
      <Failed title="The orders could not be fetched" error={nothingFetched(page)} retry={() => void page.refetch()} />
      {isEmpty && (
        <StateMessage title="No orders yet" picture="/pictures/empty-orders.svg">
          As soon as somebody orders a tool, it is listed here.
        </StateMessage>
      )}
      <Group justify="space-between" mt="lg">
        {trail.length > 0 && (
          <Button variant="default" onClick={() => setTrail(trail.slice(0, -1))}>
            Newer orders
          </Button>
        )}
        {page.data?.next && (
          <Button variant="default" ml="auto" onClick={() => setTrail([...trail, page.data.next ?? ''])}>
            Older orders
          </Button>
        )}
      </Group>
      {/* After the list, so that they move nothing when they come. */}
      {!page.isPending && <OrderChartsSection email={email} />}
    </>
  );
}

/** Shows what was held back: when somebody wants it, and once nobody reads the list any more. */
function useReleased(email: string): () => void {
  const queryClient = useQueryClient();
  useEffect(() => {
    return () => {
      const all = { queryKey: allBookingsQuery(email, '').queryKey.slice(0, -1) };
      queryClient.setQueriesData<OrdersPage>(all, (page) => page && released(page));
    };
  }, [email, queryClient]);

  return () => {
    const { queryKey } = allBookingsQuery(email, '');
    queryClient.setQueryData(queryKey, (page) => page && released(page));
    void queryClient.invalidateQueries({ queryKey });
  };
}
