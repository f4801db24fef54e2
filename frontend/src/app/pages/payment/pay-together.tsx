import { useRef, useState } from 'react';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import type { ShopConfig } from '../../../../../modules/payments/contract.ts';
import { PageHead } from '../../../components/layout/page-head.tsx';
import { MyOrdersLink } from '../../../components/states/my-orders-link.tsx';
import { StateMessage } from '../../../components/states/state-message.tsx';
import { LapseTimer } from '../../../features/booking/lapse-timer.tsx';
import { OrdersSlip } from '../../../features/booking/orders-slip.tsx';
import { goneOf, type ShownBooking } from '../../../features/booking/shown-booking.ts';
import { OrderPayment } from '../../../features/payments/order-payment.tsx';
import type { PaymentState } from '../../../features/payments/use-payment.ts';
import { cardBound } from '../../../lib/formatting/card-bounds.ts';
import { formatPrice, sumOf } from '../../../lib/formatting/money.ts';
import { AfterPayment } from './after-payment.tsx';
import { NotPaidWithTheRest } from './not-paid-with-the-rest.tsx';
import { NothingToPay } from './nothing-to-pay.tsx';
import classes from './payment-page.module.css';
import { PaymentSuccess } from './payment-success.tsx';
import { useOffered } from './use-offered.ts';

type Props = {
  orders: readonly ShownBooking[];
  /** How many more the address names, which are not there. */
  missing: number;
  config: ShopConfig;
  email: string;
  isReturn: boolean;
  payment: PaymentState;
  onPayment: (state: PaymentState) => void;
  /** The time of one of them is over. */
  onLapse: () => void;
};

const isPayable = (order: ShownBooking) => order.status === 'unpaid' && order.price > 0 && !goneOf(order);

/** Several orders with the one payment of what is unpaid among them. */
export function PayTogether({ orders, missing, config, email, isReturn, payment, onPayment, onLapse }: Props) {
  const { currency, payments, lapse } = config;
  const offered = useOffered(orders, { isPayable, isPaying: payment !== 'open' && payment !== 'refused' });
  const format = (amount: number) => formatPrice(amount, currency);
  const due = sumOf(
    offered.map(({ price }) => price),
    currency,
  );
  const bookingIds = offered.map(({ _id }) => _id);
  const inOne = bookingIds.join();
  // Who comes back from a bank began the payment of these: once they are others, nobody has begun theirs.
  const [atFirst] = useState(inOne);
  // Those of one payment are shown as paid one after the other: whoever comes back may never have seen the first of them unpaid.
  const meant = orders.filter((order) => order.price > 0 && !goneOf(order));
  const paidFor = isReturn && meant.length > 0 ? meant : offered.length > 0 ? offered : orders;
  const allPaid = paidFor.every(({ paid }) => paid);
  const isConfirmed = payment === 'confirmed' || ((payment === 'unknown' || payment === 'paying') && allPaid);
  const [first, ...others] = offered.filter(isPayable);
  const canBePaidAlone = others.length > 0 && offered.every(({ price }) => !cardBound(price, currency));
  const arePaid = orders.every(({ status }) => status === 'paid');
  const wasOffered = useRef(false);
  wasOffered.current ||= due > 0;
  const isAwaited = payment !== 'open' && payment !== 'paying';
  return (
    <>
      <PageHead title="Payment">
        {orders.length === 1 ? 'For your order.' : `For your ${orders.length} orders, all at once.`}
      </PageHead>
      <div className={classes.columns}>
        <OrdersSlip orders={orders} due={due} isPaid={isConfirmed} currency={currency} />
        <div>
          <PaymentSuccess isPaid={isConfirmed} />
          {!isConfirmed && (payment === 'open' || payment === 'refused') && (
            <NotPaidWithTheRest gone={orders.filter(goneOf)} missing={missing} isRest={due > 0} />
          )}
          {first && !isConfirmed && !isAwaited && (
            <LapseTimer bookings={[first, ...others]} lapse={lapse} onOver={onLapse} />
          )}
          {due > 0 && !isConfirmed && (
            <OrderPayment
              key={inOne}
              booking={{ _id: inOne, bookingIds, price: due, paid: false }}
              returnTo={`${pages.payTogether}?orders=${inOne}`}
              email={email}
              payments={payments}
              label={`Pay ${format(due)}`}
              isReturn={isReturn && inOne === atFirst}
              onPayment={onPayment}
              wayOn={
                <>
                  {canBePaidAlone
                    ? ' You can pay for them one by one, or delete some.'
                    : ' You can delete them among your orders.'}
                  <MyOrdersLink />
                </>
              }
            />
          )}
          {isConfirmed && (
            <AfterPayment ids={paidFor.map(({ _id }) => _id)} arePaid={allPaid} location={orders[0]?.location} />
          )}
          {due === 0 && !isConfirmed && arePaid && (
            <NothingToPay
              ids={orders.map(({ _id }) => _id)}
              refunded={undefined}
              part={undefined}
              wasOffered={wasOffered.current}
            />
          )}
          {due === 0 && !isConfirmed && !arePaid && (
            <StateMessage title="There is nothing to pay">
              <MyOrdersLink />
            </StateMessage>
          )}
        </div>
      </div>
    </>
  );
}
