import { type ComponentProps, useRef, useState } from 'react';
import type { Booking } from '../../../../../modules/booking/contract.ts';
import { dayInWords } from '../../../../../modules/kernel/values/in-words.ts';
import { formatMoney } from '../../../../../modules/kernel/values/money.ts';
import type { FailedRefund } from '../../../../../modules/payments/contract.ts';
import { usePriceFormat } from '../../../lib/queries/config-query.ts';
import { FailedRefundActions } from '../refunds/failed-refund-actions.tsx';
import { useFailedRefundsLive } from '../refunds/failed-refunds-query.ts';
import { SettleRefundDialog } from '../refunds/settle-refund-dialog.tsx';
import { useRetryRefund } from '../refunds/use-retry-refund.ts';
import { whyNotRefunded } from '../refunds/why-not-refunded.ts';
import { type Dispute, wordsOfDispute } from './order-disputes.ts';
import classes from './order-troubles.module.css';
import { useDisputes } from './use-disputes.ts';

type Props = { email: string; booking: Booking; failed: readonly FailedRefund[] };

/** What an admin must know of an order's money before anything else is done about it; above all the rest, and read out as it comes. */
export function OrderTroubles({ email, booking, failed }: Props) {
  useFailedRefundsLive(email);
  const { disputes } = useDisputes(email, booking);
  const place = useRef<HTMLDivElement>(null);
  // Once a refund is begun anew, or settled, its notice goes, and the button with it.
  const stay = () => place.current?.focus();
  const again = useRetryRefund(stay);
  const [settled, settle] = useState<FailedRefund>();
  return (
    <>
      <div ref={place} tabIndex={-1} role="status" className={classes.troubles}>
        {disputes.map((dispute) => (
          <Disputed key={dispute.id} dispute={dispute} />
        ))}
        {failed.map((refund) => (
          <NotRefunded key={refund._id} {...{ refund, again, settle }} />
        ))}
      </div>
      <SettleRefundDialog refund={settled} close={() => settle(undefined)} onSettled={stay} />
    </>
  );
}

function Disputed({ dispute: { state, amount, openedAt, isOfMore } }: { dispute: Dispute }) {
  const money = `${formatMoney(amount)} ${isOfMore ? 'that came once more for' : 'of'} this order`;
  if (state === 'lost') {
    return (
      <div className={classes.trouble}>
        <strong>{wordsOfDispute[state]}</strong>
        <p>{money} was disputed, and went back to the buyer: their bank decided so.</p>
      </div>
    );
  }
  if (state === 'appealed') {
    return (
      <div className={classes.trouble}>
        <strong>{wordsOfDispute[state]}</strong>
        <p>
          {money} was disputed, and went back to the buyer: their bank decided so, and looks at it once more. Where that
          is all of its money, the order is not sent before the appeal is won.
        </p>
      </div>
    );
  }
  return (
    <div className={classes.trouble}>
      <strong>{wordsOfDispute[state]}</strong>
      <p>
        The buyer’s bank has wanted {money} back since <time dateTime={openedAt}>{dayInWords(openedAt)}</time>, and it
        is the bank that decides who keeps it. The shop answers at its payment provider. The order may be sent all the
        same: a parcel that went in time is what many disputes are won with.
      </p>
    </div>
  );
}

function NotRefunded({ refund, ...actions }: ComponentProps<typeof FailedRefundActions>) {
  const format = usePriceFormat();
  return (
    <div className={classes.trouble}>
      <strong>Could not be refunded</strong>
      <p>
        The shop owes {format?.(refund.amount)} of this order to its buyer. {whyNotRefunded(refund)}.
      </p>
      <FailedRefundActions refund={refund} {...actions} variant="default" />
    </div>
  );
}
