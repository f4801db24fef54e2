import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Booking } from '../../../../../modules/booking/contract.ts';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { NewerButton } from '../../../components/lists/newer-button.tsx';
import { PageOfList } from '../../../components/lists/page-of-list.tsx';
import { Failed } from '../../../components/states/failed.tsx';
import { LoadingRows } from '../../../components/states/loading-rows.tsx';
import { StateMessage } from '../../../components/states/state-message.tsx';
import { nothingFetched } from '../../../lib/queries/nothing-fetched.ts';
import { allBookingsQuery, bookingsPerPage } from '../bookings-query.ts';
import { OrderChartsSection } from '../charts/order-charts-section.tsx';
import { OrderPlate } from '../order-plate.tsx';
import classes from '../orders-table.module.css';
import { OrdersTable } from '../orders-table.tsx';
import { FailedRefunds } from '../refunds/failed-refunds.tsx';
import { failedRefundsQuery, isFirstAwaited } from '../refunds/failed-refunds-query.ts';
import { RefundDialog } from '../refunds/refund-dialog.tsx';
import { useAwaitedRefund } from '../refunds/use-awaited-refund.ts';
import { useLeaveWhenRefused } from '../use-leave-when-refused.ts';
import { disputedOrdersQuery, useDisputedOrdersLive } from './disputed-orders-query.ts';
import { NoSuchOrders } from './no-such-orders.tsx';
import { cellColumns, cellsOf } from './order-cells.tsx';
import { OrdersFilters } from './orders-filters.tsx';
import { isNarrowed } from './orders-wanted.ts';
import { useExportOrders } from './use-export-orders.ts';
import { useLookedForLive } from './use-looked-for-live.ts';
import { listId, useOrdersWanted } from './use-orders-wanted.ts';
import { useReleased } from './use-released.ts';
import { WantedOrders } from './wanted-orders.tsx';

/** Everybody's orders, or those that are looked for among them. */
export function AllOrders({ email }: { email: string }) {
  const { wanted, place, want, older, newer, first } = useOrdersWanted();
  const [refunded, setRefunded] = useState<Booking>();
  const awaited = useAwaitedRefund();
  const exporting = useExportOrders();
  const page = useQuery({
    ...allBookingsQuery(email, wanted, place),
    refetchInterval: ({ state }) => awaited.refetchInterval(state.data?.entries),
    // While one types, what was found stays until there is something else.
    placeholderData: (before) => (place.after === '' && before?.isNarrowed ? before : undefined),
  });
  useLeaveWhenRefused(page.error);
  const showNewer = useReleased(email, wanted);

  useLookedForLive();
  useDisputedOrdersLive(email);

  const disputed = useQuery(disputedOrdersQuery(email)).data;
  const failed = useQuery(failedRefundsQuery(email));
  if (isFirstAwaited(failed)) {
    return (
      <>
        <OrderPlate place="page" />
        <LoadingRows label="Loading the orders" />
      </>
    );
  }
  const isFirst = place.after === '';
  const narrowed = isNarrowed(wanted);
  const isBefore = page.isPlaceholderData;
  const { entries, next, total } = page.data ?? {};
  // As it stands now, and not when the dialog was opened: another admin may send it meanwhile.
  const refundedNow = entries?.find(({ _id }) => _id === refunded?._id) ?? refunded;
  const isOnePage = isFirst && !next;
  const isNone = entries?.length === 0;
  const isEmpty = isNone && !isBefore;
  return (
    <>
      <OrderPlate place="page" />
      <FailedRefunds email={email} />
      <OrdersFilters email={email} wanted={wanted} want={want} error={page.error} />
      <WantedOrders wanted={wanted} want={want} />
      <PageOfList id={listId} isWaiting={page.isPending}>
        <OrdersTable
          bookings={entries}
          from={place.from}
          isBefore={isBefore}
          {...(total === undefined ? !isOnePage && { ofWhat: ' on this page' } : { total })}
          aside={
            <>
              <NewerButton
                count={isBefore ? 0 : (page.data?.newer.length ?? 0)}
                one={narrowed ? 'more order' : 'new order'}
                many={narrowed ? 'more orders' : 'new orders'}
                show={() => {
                  if (!isFirst) first();
                  showNewer();
                }}
              />
              <BusyButton
                variant="default"
                size="compact-md"
                className={classes.export}
                isBusy={exporting.isPending}
                onClick={() => exporting.mutate(wanted)}
              >
                Export
              </BusyButton>
            </>
          }
          more={{
            columns: cellColumns,
            cellsOf: (booking) =>
              cellsOf(booking, {
                disputes: disputed?.disputes.get(booking._id) ?? [],
                lost: disputed?.losses.get(booking._id),
                onRefund: () => setRefunded(booking),
              }),
          }}
        />
        {(page.isPending || (isBefore && isNone)) && <LoadingRows label="Loading the orders" />}
        <Failed
          title="The orders could not be fetched"
          error={nothingFetched(page)}
          retry={() => void page.refetch()}
        />
        {isEmpty && isOnePage && !narrowed && (
          <StateMessage title="No orders yet" picture="/pictures/empty-orders.svg">
            As soon as somebody orders a tool, it is listed here.
          </StateMessage>
        )}
        {isEmpty && isOnePage && narrowed && <NoSuchOrders email={email} wanted={wanted} />}
        {isEmpty && !isOnePage && (
          <StateMessage title={next ? 'None among these' : 'No more orders'}>
            {next ? 'Only so many orders are looked at in one go. There may be some among the older ones.' : undefined}
          </StateMessage>
        )}
        {(!isFirst || (next && !isBefore)) && (
          <nav className={classes.pager} aria-label="Pages of orders">
            {!isFirst && (
              <Button component={Link} variant="default" {...newer()}>
                Newer orders
              </Button>
            )}
            {next && (
              <Button
                component={Link}
                variant="default"
                className={classes.older}
                {...older(next, narrowed ? (entries?.length ?? 0) : bookingsPerPage)}
              >
                Older orders
              </Button>
            )}
          </nav>
        )}
      </PageOfList>
      <RefundDialog booking={refundedNow} close={() => setRefunded(undefined)} onRefund={awaited.expect} />
      {/* After the list, so that they move nothing when they come. */}
      {!page.isPending && <OrderChartsSection email={email} />}
    </>
  );
}
