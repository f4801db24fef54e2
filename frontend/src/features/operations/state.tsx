import type { ReactNode } from 'react';
import classes from './status.module.css';

type Props = { isWell: boolean; children: ReactNode };

/** A state in words. What is not well has a mark of its own, not a colour alone. */
export function State({ isWell, children }: Props) {
  return (
    <span className={classes.state} data-well={isWell}>
      <span aria-hidden>{isWell ? '●' : '▲'}</span> {children}
    </span>
  );
}
