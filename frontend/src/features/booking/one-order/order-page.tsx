import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { orderNumber } from '../../../../../modules/kernel/values/order-number.ts';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { HistoryLink } from '../../../components/details/history-link.tsx';
import { PageHead } from '../../../components/layout/page-head.tsx';
import { SectionPanel } from '../../../components/layout/section-panel.tsx';
import { Failed } from '../../../components/states/failed.tsx';
import { LoadingRows } from '../../../components/states/loading-rows.tsx';
import { MyOrdersLink } from '../../../components/states/my-orders-link.tsx';
import { StateMessage } from '../../../components/states/state-message.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useLostFocus } from '../../../lib/focus/use-lost-focus.ts';
import { adminQuery } from '../../../lib/queries/admin-query.ts';
import { nothingFetched } from '../../../lib/queries/nothing-fetched.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { bookingQuery } from '../bookings-query.ts';
import { OrderPicture } from '../order-picture.tsx';
import { failedRefundsQuery, isFirstAwaited } from '../refunds/failed-refunds-query.ts';
import { RefundDialog } from '../refunds/refund-dialog.tsx';
import { useAwaitedRefund } from '../refunds/use-awaited-refund.ts';
import { goneOf, wordsOfGone } from '../shown-booking.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderHappened } from './order-happened.tsx';
import classes from './order-page.module.css';
import { OrderTroubles } from './order-troubles.tsx';

/** One order for admins: what it is, what has become of it, and what they can do about it. */
export function OrderPage() {
  const { id = '' } = useParams();
  // Without the key, going back from one order to another would take along what was opened and typed about it.
  return <ShownOrder key={id} id={id} />;
}

function ShownOrder({ id }: { id: string }) {
  const email = useSession()?.email ?? '';
  const admin = useQuery(adminQuery(email));
  const [isRefunding, setRefunding] = useState(false);
  const wasShown = useRef(false);
  const awaited = useAwaitedRefund();
  const order = useQuery({
    ...bookingQuery(email, id),
    // Of somebody else's order who is no admin would be told that there is none.
    enabled: admin.data?.admin === true,
    refetchInterval: ({ state }) => awaited.refetchInterval(state.data && [state.data]),
  });
  const refunds = useQuery({ ...failedRefundsQuery(email), enabled: admin.data?.admin === true });
  const failed = refunds.data?.filter(({ bookingId }) => bookingId === id) ?? [];
  const gone = order.data && goneOf(order.data);
  const wasOpen = useRef(false);
  wasOpen.current ||= order.data !== undefined && !gone;
  // What can be done about it goes away with it.
  const heading = useLostFocus<HTMLHeadingElement>(wasOpen.current && gone !== undefined);
  if (admin.data && !admin.data.admin) return <AdminsAlone wasShown={wasShown.current} />;
  if (isUnknown(nothingFetched(order))) {
    return (
      <StateMessage page title="There is no such order">
        It may have been deleted, or have lapsed: what happened to it stands in the history. Or its address was cut off
        or mistyped: orders are found by their number, a name or an email too.
        <Button size="sm" component={Link} to={pages.ordersInfo} variant="default">
          All orders
        </Button>
        <HistoryLink entity={`booking:${id}`} label={`order ${orderNumber(id)}`} />
      </StateMessage>
    );
  }
  const isAwaited = isFirstAwaited(refunds);
  const booking = isAwaited ? undefined : order.data;
  const asked = admin.data ? order : admin;
  wasShown.current ||= booking !== undefined;
  return (
    <>
      <PageHead
        title={`Order ${orderNumber(id)}`}
        titleRef={heading}
        aside={<HistoryLink entity={`booking:${id}`} label={`order ${orderNumber(id)}`} />}
      >
        {booking && gone && wordsOfGone[gone]}
      </PageHead>
      {(order.isPending || admin.isPending || (isAwaited && order.data)) && <LoadingRows label="Loading the order" />}
      <Failed title="The order could not be fetched" error={nothingFetched(asked)} retry={() => void asked.refetch()} />
      {booking && admin.data?.admin && <OrderTroubles email={email} booking={booking} failed={failed} />}
      {booking && admin.data?.admin && (
        <div className={classes.parts}>
          <SectionPanel title="Summary">
            <div className={classes.summary}>
              <OrderPicture toolId={booking.toolId} />
              <OrderFacts booking={booking} failed={failed} />
            </div>
          </SectionPanel>
          <div className={classes.actions}>
            {!gone && <OrderActions email={email} booking={booking} onRefund={() => setRefunding(true)} />}
          </div>
          <OrderHappened email={email} booking={booking} />
          <RefundDialog
            booking={isRefunding ? booking : undefined}
            close={() => setRefunding(false)}
            onRefund={awaited.expect}
          />
        </div>
      )}
    </>
  );
}

const isUnknown = (error: Error | null) => error instanceof ApiError && error.status === 404;

/** In place of an order, or of one that was shown until now: whoever does something about it is no admin any more. */
function AdminsAlone({ wasShown }: { wasShown: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (wasShown) heading.current?.focus();
  }, [wasShown]);
  return (
    <StateMessage page title="Only admins are shown this order" titleRef={heading}>
      Here an admin sees how an order is paid and sent. What you ordered yourself is in My Orders.
      <MyOrdersLink />
    </StateMessage>
  );
}
