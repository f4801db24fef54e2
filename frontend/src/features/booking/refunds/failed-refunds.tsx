import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FailedRefund } from '../../../../../modules/payments/contract.ts';
import { Failed } from '../../../components/states/failed.tsx';
import { ofNumbers } from '../../../components/tables/column.ts';
import { WideTable } from '../../../components/tables/wide-table.tsx';
import { usePriceFormat } from '../../../lib/queries/config-query.ts';
import { nothingFetched } from '../../../lib/queries/nothing-fetched.ts';
import { OrderLink } from '../order-link.tsx';
import { FailedRefundActions } from './failed-refund-actions.tsx';
import classes from './failed-refunds.module.css';
import { failedRefundsQuery, useFailedRefundsLive } from './failed-refunds-query.ts';
import { SettleRefundDialog } from './settle-refund-dialog.tsx';
import { useRetryRefund } from './use-retry-refund.ts';
import { whyNotRefunded } from './why-not-refunded.ts';

const columns = ['Order', ofNumbers('Amount'), 'Why', 'Since', 'What to do'];
const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Money that the shop owes and could not give back. Nothing is shown while there is none. */
export function FailedRefunds({ email }: { email: string }) {
  useFailedRefundsLive(email);
  const failed = useQuery(failedRefundsQuery(email));
  const format = usePriceFormat();
  const place = useRef<HTMLElement>(null);
  // The button that was pressed goes, and the heading with the last of them.
  const stay = () => place.current?.focus();
  const again = useRetryRefund(stay);
  const [settled, settle] = useState<FailedRefund>();
  const rows = failed.data?.map((refund) => ({
    key: refund._id,
    cells: [
      <OrderLink key="order" id={refund.bookingId} />,
      <strong key="amount">{format?.(refund.amount)}</strong>,
      whyNotRefunded(refund),
      <time key="since" dateTime={refund.at}>
        {date.format(new Date(refund.at))}
      </time>,
      <FailedRefundActions key="actions" {...{ refund, again, settle }} />,
    ],
  }));
  return (
    <section ref={place} tabIndex={-1} aria-label="Could not be refunded" className={classes.place}>
      <Failed
        title="The refunds could not be fetched"
        error={nothingFetched(failed)}
        retry={() => void failed.refetch()}
      />
      {rows && rows.length > 0 && (
        <>
          <h2 className={classes.heading}>Could not be refunded</h2>
          <WideTable label="Refunds that failed" columns={columns} rows={rows} />
        </>
      )}
      <SettleRefundDialog refund={settled} close={() => settle(undefined)} onSettled={stay} />
    </section>
  );
}
