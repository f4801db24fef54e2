import type { ReactNode } from 'react';
import classes from './panel.module.css';

type Props = { children: ReactNode; narrow?: boolean };

/** A sheet that a form stands on. */
export function Panel({ children, narrow = false }: Props) {
  return (
    <div className={classes.panel} data-narrow={narrow}>
      {children}
    </div>
  );
}
