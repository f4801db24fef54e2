import { Button } from '@mantine/core';
import { useRef } from 'react';
import classes from './failed.module.css';
import { StateMessage } from './state-message.tsx';

type Props = {
  title: string;
  /** Null while nothing is wrong: the region waits for it, since what comes together with its region is not heard. */
  error: Error | null;
  retry: () => void;
  /** In place of a whole page. */
  page?: boolean;
};

/** A live region (role=alert) that says what could not be fetched, and offers to ask again. */
export function Failed({ title, error, retry, page = false }: Props) {
  const region = useRef<HTMLDivElement>(null);
  const askAgain = () => {
    // The button is gone when the answer comes: its place keeps the focus.
    region.current?.focus();
    retry();
  };
  return (
    <div role="alert" ref={region} tabIndex={-1} className={classes.region}>
      {error && (
        <StateMessage title={title} page={page}>
          {error.message}
          <Button variant="default" onClick={askAgain}>
            Try again
          </Button>
        </StateMessage>
      )}
    </div>
  );
}
