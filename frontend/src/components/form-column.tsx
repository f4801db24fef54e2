import type { ReactNode } from 'react';
import classes from './form-column.module.css';

/** A page that is one form or one sheet, in the middle of its place: at the left, it would leave the other half empty. */
export function FormColumn({ children }: { children: ReactNode }) {
  return <div className={classes.column}>{children}</div>;
}
