import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { CartRowSkeleton } from '../../../features/cart/cart-row-skeleton.tsx';
import classes from './cart-page.module.css';

/**
 * As a cart of so many lines is laid out, so that nothing jumps when their tools come. Of how many nobody knows: of two, also once
 * it is known. Without this, it would jump twice: to as many lines, and to what stands in them.
 */
export function CartLoading({ rows = 2 }: { rows?: number | undefined }) {
  const [drawn] = useState(rows);
  return (
    <div role="status" aria-label="Loading the cart" className={classes.columns}>
      <ul className={classes.lines} data-lines-drawn="">
        {Array.from({ length: drawn }, (_, place) => `row-${place}`).map((row) => (
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
