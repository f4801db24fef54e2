import { Button } from '@mantine/core';
import { StateMessage } from './state-message.tsx';

type Props = { title: string; error: Error; retry: () => void };

export function Failed({ title, error, retry }: Props) {
  return (
    <StateMessage title={title} announce>
      {error.message}
      <Button variant="default" onClick={retry}>
        Try again
      </Button>
    </StateMessage>
  );
}
