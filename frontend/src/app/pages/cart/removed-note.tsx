import { Button } from '@mantine/core';
import type { RefObject } from 'react';
import { useFocusAround } from '../../../lib/focus/use-focus-around.ts';

type Props = {
  names: readonly string[];
  undo: () => void;
  button: RefObject<HTMLButtonElement | null>;
};

/** What was taken out of the cart a moment ago, until it is put back. */
export function RemovedNote({ names, undo, button }: Props) {
  const place = useFocusAround<HTMLParagraphElement>();
  return (
    <p ref={place}>
      {names.length === 1 ? <bdi dir="auto">{names[0]}</bdi> : `${names.length} tools`}{' '}
      {names.length === 1 ? 'was' : 'were'} removed.{' '}
      <Button ref={button} variant="default" size="compact-md" onClick={undo}>
        Undo
      </Button>
    </p>
  );
}
