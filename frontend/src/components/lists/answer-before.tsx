import type { ReactNode } from 'react';
import classes from './answer-before.module.css';

/** A list that stands while what is looked for now is on its way. Without this, it would pass for the answer. */
export function AnswerBefore({ isBefore, children }: { isBefore: boolean; children: ReactNode }) {
  return (
    <div className={classes.list} data-before={isBefore} aria-busy={isBefore}>
      {children}
    </div>
  );
}
