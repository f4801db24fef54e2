import type { ReactNode } from 'react';
import classes from './page-of-list.module.css';

type Props = {
  /** What the addresses of the list's other pages end with. */
  id: string;
  /** Whether nothing of it is there yet. */
  isWaiting: boolean;
  children: ReactNode;
};

/**
 * Where another page of a list begins, for the eye and for the keyboard. It stands while that page is on its way, too: without
 * this, the way to it would lead to the top.
 */
export function PageOfList({ id, isWaiting, children }: Props) {
  return (
    <section id={id} className={classes.page} tabIndex={-1} aria-label="The list" data-waiting={isWaiting}>
      {children}
    </section>
  );
}
