import { Skeleton } from '@mantine/core';
import classes from './loading-rows.module.css';

type Props = {
  /** Begins with "Loading". */
  label: string;
  rows?: number;
  /** Of one row, in pixels. */
  height?: number;
};

/** Holds the room of a list or of a form's fields until they are there. */
export function LoadingRows({ label, rows = 4, height = 56 }: Props) {
  return (
    <div role="status" aria-label={label} className={classes.rows}>
      {Array.from({ length: rows }, (_, place) => `row-${place}`).map((row) => (
        <Skeleton key={row} height={height} />
      ))}
    </div>
  );
}
