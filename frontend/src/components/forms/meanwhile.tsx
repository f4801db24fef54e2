import type { ReactNode, RefObject } from 'react';
import classes from './meanwhile.module.css';

type Props = {
  children: ReactNode;
  id?: string;
  /** For whoever moves the focus to it. */
  place?: RefObject<HTMLDivElement | null>;
};

/**
 * What comes up while a form is filled in, as what somebody else did; read out when it appears. The place is there before, or it
 * would not be heard.
 */
export function Meanwhile({ children, id, place }: Props) {
  return (
    <div role="status" className={classes.place} id={id} {...(place && { ref: place, tabIndex: -1 })}>
      {children}
    </div>
  );
}
