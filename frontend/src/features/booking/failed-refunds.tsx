import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { orderNumber } from '../../../../modules/kernel/order-number.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { ofNumbers } from '../../components/column.ts';
import { Failed } from '../../components/failed.tsx';
import { WideTable } from '../../components/wide-table.tsx';
import { usePriceFormat } from '../../lib/config-query.ts';
import { nothingFetched } from '../../lib/nothing-fetched.ts';
import classes from './failed-refunds.module.css';
import { failedRefundsQuery } from './failed-refunds-query.ts';
import { OrderLink } from './order-link.tsx';
import { useRetryRefund } from './use-retry-refund.ts';
import { whyNotRefunded } from './why-not-refunded.ts';

const columns = ['Order', ofNumbers('Amount'), 'Why', 'Since', 'Again'];
const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Money that the shop owes and could not give back. Nothing is shown while there is none. */
export function FailedRefunds({ email }: { email: string }) {
  const failed = useQuery(failedRefundsQuery(email));
  const format = usePriceFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  const again = useRetryRefund(() => heading.current?.focus());
  const rows = failed.data?.map(({ _id, bookingId, amount, at, ...refund }) => ({
    key: _id,
    cells: [
      <OrderLink key="order" id={bookingId} />,
      <strong key="amount">{format?.(amount)}</strong>,
      whyNotRefunded(refund),
      <time key="since" dateTime={at}>
        {date.format(new Date(at))}
      </time>,
      <BusyButton
        key="again"
        size="sm"
        className={classes.again}
        isBusy={again.isPending && again.variables === _id}
        onClick={() => again.mutate(_id)}
        aria-label={`Try again to refund ${format?.(amount) ?? ''} of order ${orderNumber(bookingId)}`}
      >
        Try again
      </BusyButton>,
    ],
  }));
  return (
    <section aria-label="Refunds that failed" className={classes.place}>
      <Failed
        title="The refunds could not be fetched"
        error={nothingFetched(failed)}
        retry={() => void failed.refetch()}
      />
      {rows && rows.length > 0 && (
        <>
          <h2 ref={heading} tabIndex={-1} className={classes.heading}>
            Could not be refunded
          </h2>
          <WideTable label="Refunds that failed" columns={columns} rows={rows} />
        </>
      )}
    </section>
  );
}
