import { Skeleton } from '@mantine/core';
import classes from './cart-row.module.css';

/** As high as a line of the cart about which there is nothing to say. */
export function CartRowSkeleton() {
  return (
    <li className={classes.row}>
      <Skeleton className={classes.blank} />
      <div>
        <Skeleton height={30} width="70%" />
        <Skeleton height={20} width="40%" mt={6} />
      </div>
      <p className={classes.news} />
      <div className={classes.end}>
        <Skeleton height={38} width={152} />
        <div className={classes.cost}>
          <Skeleton height={31} width={72} />
          <Skeleton height={26} width={72} />
        </div>
      </div>
    </li>
  );
}
