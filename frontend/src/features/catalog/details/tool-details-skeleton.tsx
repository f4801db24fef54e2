import { Skeleton } from '@mantine/core';
import classes from './tool-details.module.css';

/** As a tool's page is laid out, so that nothing jumps when the tool comes. */
export function ToolDetailsSkeleton() {
  return (
    <div className={classes.page} role="status" aria-label="Loading the tool">
      <div className={classes.gallery}>
        <Skeleton className={classes.blank} radius={0} />
      </div>
      <div className={classes.lines}>
        <Skeleton height={52} width="80%" />
        <Skeleton height={28} width="35%" />
        <Skeleton height={24} />
        <Skeleton height={76} />
        <Skeleton height={474} radius="lg" />
      </div>
    </div>
  );
}
