import { Button } from '@mantine/core';
import { StateMessage } from './state-message.tsx';

type Props = {
  title: string;
  error: Error;
  retry: () => void;
  /** In place of a whole page. */
  page?: boolean;
};

export function Failed({ title, error, retry, page = false }: Props) {
  return (
    <StateMessage title={title} announce page={page}>
      {error.message}
      <Button variant="default" onClick={retry}>
        Try again
      </Button>
    </StateMessage>
  );
}
