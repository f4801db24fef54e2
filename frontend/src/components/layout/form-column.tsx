import type { ReactNode } from 'react';
import classes from './form-column.module.css';

/** A page that is one form or one sheet: begins where the other pages do, and is as wide as leaves no half of them empty. */
export function FormColumn({ children }: { children: ReactNode }) {
  return <div className={classes.column}>{children}</div>;
}
