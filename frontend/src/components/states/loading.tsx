import { Loader } from '@mantine/core';
import classes from './loading.module.css';

/** Holds the room of a page, so that nothing jumps when the page comes. */
export function Loading() {
  return (
    <div className={classes.loading} role="status" aria-label="Loading">
      <Loader color="var(--shop-accent)" type="dots" />
    </div>
  );
}
