import type { ReactNode } from 'react';
import { inDigits } from '../../../../modules/kernel/values/in-words.ts';
import classes from './count.module.css';

type Props = {
  /** Undefined while it is not known. Nothing is said of none: what stands in place of the list does that. */
  value: number | undefined;
  one: string;
  many: string;
  /** What goes on after it, such as what was looked for. */
  children?: ReactNode;
};

/** How many there are, in a live region (role=status) that is there before the number, or it would not be read out. */
export function Count({ value, one, many, children }: Props) {
  return (
    <p role="status" className={classes.count} data-none={value === 0}>
      {value ? (
        <>
          {`${inDigits(value)} ${value === 1 ? one : many}`}
          {children}
        </>
      ) : null}
    </p>
  );
}
