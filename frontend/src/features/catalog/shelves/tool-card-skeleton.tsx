import { Skeleton } from '@mantine/core';
import classes from './tool-card.module.css';

/** As tall as a card, so that nothing moves when the tools come. */
export function ToolCardSkeleton() {
  return (
    <div className={classes.card}>
      <div className={classes.picture}>
        <Skeleton className={classes.blank} radius={0} />
      </div>
      <div className={classes.body}>
        <Skeleton height={23} width="70%" />
        <Skeleton height={34} width="45%" />
        <Skeleton height={35} mt={4} />
        <Skeleton height={44} />
      </div>
    </div>
  );
}
