import type { Booking } from '../../../../modules/booking/contract.ts';
import classes from './paid-stamp.module.css';

type Props = {
  booking: Pick<Booking, 'status' | 'refunded'>;
  format: ((amount: number) => string) | undefined;
  isInRow?: boolean;
};

/** What became of the money: paid, all of it given back, or how much of it. */
export function PaidStamp({ booking: { status, refunded }, format, isInRow = false }: Props) {
  if (status === 'unpaid') return null;
  return (
    <div className={classes.place} data-in={isInRow ? 'row' : 'slip'}>
      <span className={classes.stamp} data-status={status}>
        {status === 'paid' ? 'Paid' : 'Refunded'}
      </span>
      {status === 'paid' && refunded > 0 && format && <span className={classes.part}>{format(refunded)} refunded</span>}
    </div>
  );
}
