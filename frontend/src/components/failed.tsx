import { Button } from '@mantine/core';
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
  return (
    <div role="alert">
      {error && (
        <StateMessage title={title} page={page}>
          {error.message}
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        </StateMessage>
      )}
    </div>
  );
}
