import type { ReactNode } from 'react';
import classes from './meanwhile.module.css';

/**
 * What comes up while a form is filled in, as what somebody else did; read out when it appears. The place is there before, or it
 * would not be heard.
 */
export function Meanwhile({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={classes.place}>
      {children}
    </div>
  );
}
