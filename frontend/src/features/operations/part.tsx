import type { ReactNode } from 'react';
import classes from './status.module.css';

type Props = { title: string; children: ReactNode };

/** A part of the page under its heading. The tables are landmarks by themselves. */
export function Part({ title, children }: Props) {
  return (
    <div className={classes.part}>
      <h2 className={classes.heading}>{title}</h2>
      {children}
    </div>
  );
}

/** In the place of what cannot be known while a store is away. */
export const unknown = 'Not known while the store of events does not answer.';
