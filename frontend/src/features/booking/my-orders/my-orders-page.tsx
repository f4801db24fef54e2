import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Booking } from '../../../../../modules/booking/contract.ts';
import { inDigits } from '../../../../../modules/kernel/values/in-words.ts';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { PageHead } from '../../../components/layout/page-head.tsx';
import { Count } from '../../../components/lists/count.tsx';
import { Failed } from '../../../components/states/failed.tsx';
import { LoadingRows } from '../../../components/states/loading-rows.tsx';
import { useFocusAfterDeletion } from '../../../lib/focus/use-focus-after-deletion.ts';
import { adminQuery } from '../../../lib/queries/admin-query.ts';
import { configQuery, usePriceFormat } from '../../../lib/queries/config-query.ts';
import { nothingFetched } from '../../../lib/queries/nothing-fetched.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { bookingsQuery } from '../bookings-query.ts';
import { NoOrders } from '../no-orders.tsx';
import { goneOf, type ShownBooking } from '../shown-booking.ts';
import { useForgetGone } from '../use-forget-gone.ts';
import { useLeaveWhenRefused } from '../use-leave-when-refused.ts';
import classes from './my-orders-page.module.css';
import { OrderChanges } from './order-changes.tsx';
import { OrderRow } from './order-row.tsx';
import { OrdersTogether } from './orders-together.tsx';
import { placedTogether } from './placed-together.ts';
import { useDeleteBooking } from './use-delete-booking.ts';

const isUnpaid = (one: ShownBooking) => one.status === 'unpaid' && !goneOf(one);

export function MyOrdersPage() {
  const email = useSession()?.email ?? '';
  const bookings = useQuery(bookingsQuery(email));
  const format = usePriceFormat();
  const config = useQuery(configQuery).data;
  const lapse = config?.lapse;
  const isAdmin = useQuery(adminQuery(email)).data?.admin === true;
  const [doomed, setDoomed] = useState<Booking>();
  const together = placedTogether(bookings.data ?? []);
  const { list, heading, forget } = useFocusAfterDeletion(together.flat().map(({ _id }) => _id));
  const deletion = useDeleteBooking(email, (id, isGone) => {
    if (isGone) forget(id);
    setDoomed(undefined);
  });
  const canBeDeleted = bookings.data?.some((one) => one._id === doomed?._id && isUnpaid(one)) ?? false;
  const { isPending } = deletion;
  // It may be paid, lapse or be deleted elsewhere while it is asked whether to delete it.
  useEffect(() => {
    if (!canBeDeleted && !isPending) setDoomed(undefined);
  }, [canBeDeleted, isPending]);
  useForgetGone(email);
  useLeaveWhenRefused(bookings.error);

  return (
    <>
      <PageHead title="My Orders" titleRef={heading} />
      <Count value={bookings.data?.filter((one) => !goneOf(one)).length} one="order" many="orders" />
      <OrderChanges bookings={bookings.data} />
      {bookings.isPending && <LoadingRows label="Loading your orders" rows={3} height={88} />}
      <Failed
        title="Your orders could not be fetched"
        error={nothingFetched(bookings)}
        retry={() => void bookings.refetch()}
      />
      {bookings.data?.length === 0 && <NoOrders />}
      <ul ref={list} className={classes.list}>
        {together.map((orders) => {
          const rows = orders.map((booking) => (
            <OrderRow
              key={booking._id}
              booking={booking}
              format={format}
              onDelete={() => setDoomed(booking)}
              isAdmin={isAdmin}
              lapse={lapse}
            />
          ));
          const [first] = orders;
          return orders.length === 1 ? (
            rows[0]
          ) : (
            <OrdersTogether key={first?.checkoutId} orders={orders} currency={config?.currency}>
              {rows}
            </OrdersTogether>
          );
        })}
      </ul>
      <ConfirmDialog
        title="Delete this order?"
        action="Delete"
        isOpen={doomed !== undefined}
        isBusy={isPending}
        close={() => setDoomed(undefined)}
        confirm={() => doomed && deletion.mutate(doomed._id)}
      >
        {doomed && (
          <>
            {inDigits(doomed.quantity)} × <bdi dir="auto">{doomed.toolName}</bdi> will go back on the shelf.
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
