import classes from './paid-stamp.module.css';

export function PaidStamp({ status }: { status: 'paid' | 'refunded' }) {
  return <span className={classes.stamp}>{status === 'paid' ? 'Paid' : 'Refunded'}</span>;
}
