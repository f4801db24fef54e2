import { Skeleton } from '@mantine/core';
import { CartRowSkeleton } from '../../features/cart/cart-row-skeleton.tsx';
import classes from './cart-page.module.css';

/** As a cart of so many lines is laid out, so that nothing jumps when their tools come. Of how many nobody knows: of two. */
export function CartLoading({ rows = 2 }: { rows?: number | undefined }) {
  return (
    <div role="status" aria-label="Loading the cart" className={classes.columns}>
      <ul className={classes.lines} data-lines-drawn="">
        {Array.from({ length: rows }, (_, place) => `row-${place}`).map((row) => (
          <CartRowSkeleton key={row} />
        ))}
      </ul>
      <div className={classes.sum}>
        <Skeleton height={40} />
        <Skeleton height={50} />
      </div>
    </div>
  );
}
