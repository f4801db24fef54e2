import { Button } from '@mantine/core';
import { orderNumber } from '../../../../../modules/kernel/values/order-number.ts';
import type { FailedRefund } from '../../../../../modules/payments/contract.ts';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { usePriceFormat } from '../../../lib/queries/config-query.ts';
import classes from './failed-refunds.module.css';
import type { useRetryRefund } from './use-retry-refund.ts';

type Props = {
  refund: FailedRefund;
  again: ReturnType<typeof useRetryRefund>;
  settle: (refund: FailedRefund) => void;
  /** Where something else on the page is the button to press. */
  variant?: 'default';
};

/** What can be done about money that could not go back: once more, or said what became of it otherwise. */
export function FailedRefundActions({ refund, again, settle, variant }: Props) {
  const format = usePriceFormat();
  const which = `${format?.(refund.amount) ?? ''} of order ${orderNumber(refund.bookingId)}`;
  return (
    <div className={classes.actions}>
      <BusyButton
        size="sm"
        {...(variant && { variant })}
        isBusy={again.isPending && again.variables?._id === refund._id}
        onClick={() => again.mutate({ _id: refund._id, at: refund.at })}
        aria-label={`Try again to refund ${which}`}
      >
        Try again
      </BusyButton>
      <Button size="sm" variant="default" onClick={() => settle(refund)} aria-label={`Settle the refund of ${which}`}>
        Settle
      </Button>
    </div>
  );
}
